/**
 * Loaded into a server by `--import`: tells its parent for how long the event loop was held up at most since it was last
 * asked, as time on the wall and as time of the processor. On a machine with other work the first says more about that.
 */
const longest = { wallMs: 0, cpuMs: 0 }

const cpuNow = () => {
  const { system, user } = process.threadCpuUsage()
  return (user + system) / 1000
}

let [wall, cpu] = [performance.now(), cpuNow()]

// Due in every turn of the loop: what lies between two calls was done in one.
const beat = setInterval(() => {
  const [wallNow, cpuOfNow] = [performance.now(), cpuNow()]
  longest.wallMs = Math.max(longest.wallMs, wallNow - wall)
  longest.cpuMs = Math.max(longest.cpuMs, cpuOfNow - cpu)
  wall = wallNow
  cpu = cpuOfNow
}, 1)
beat.unref()

process.on("message", () => {
  process.send?.(longest)
  longest.wallMs = longest.cpuMs = 0
})
// The channel to the parent must not keep the server alive.
process.channel?.unref()
