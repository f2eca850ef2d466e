/** Values by day as an area, drawn on a canvas; the same as a table for those who do not see it. */
import { useEffect, useRef } from "react"
import uPlot from "uplot"
import "uplot/dist/uPlot.min.css"
import { useTheme } from "../shell/theme.ts"

export interface Series {
  readonly name: string
  readonly values: ReadonlyArray<number>
  readonly colour: "accent" | "bad"
}

interface ChartProps {
  readonly title: string
  readonly days: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  readonly format: (value: number) => string
}

/** A canvas knows no custom properties: what they come to is read from an element. */
const colourOf = (host: HTMLElement, token: string): string => {
  const probe = document.createElement("span")
  probe.style.color = `var(--${token})`
  host.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  return colour
}

const font = "12px InterVariable, sans-serif"

const optionsOf = (host: HTMLElement, { series, format }: ChartProps): uPlot.Options => {
  const text = colourOf(host, "text-3")
  const line = colourOf(host, "line")
  return {
    width: host.clientWidth,
    height: host.clientHeight,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    padding: [8, 24, 0, 0],
    scales: { x: { time: true }, y: { range: (_, __, most) => [0, most === 0 ? 1 : most * 1.08] } },
    axes: [
      {
        stroke: text,
        font,
        grid: { show: false },
        ticks: { show: false },
        size: 30,
        space: 64,
        values: (_, splits) => splits.map((at) => shortDay.format(at * 1_000))
      },
      {
        stroke: text,
        font,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        size: 62,
        values: (_, splits) => splits.map(format)
      }
    ],
    series: [
      {},
      ...series.map(({ name, colour }) => ({
        label: name,
        stroke: colourOf(host, colour),
        width: 2,
        fill: colourOf(host, `${colour}-soft`),
        points: { show: false }
      }))
    ]
  }
}

const shortDay = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric", timeZone: "UTC" })

const DayTable = ({ title, days, series, format }: ChartProps) => (
  <details className="chart-table">
    <summary>Show as a table</summary>
    <div className="postings" tabIndex={0} role="region" aria-label={`${title} by day`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ name }) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, index) => (
            <tr key={day}>
              <td>{shortDay.format(Date.parse(day))}</td>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)

export const Chart = (props: ChartProps) => {
  const host = useRef<HTMLDivElement>(null)
  const { dark } = useTheme()
  const { days, series } = props
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const xs = days.map((day) => Date.parse(day) / 1_000)
    const plot = new uPlot(optionsOf(element, props), [xs, ...series.map(({ values }) => [...values])], element)
    const watcher = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: element.clientHeight }))
    watcher.observe(element)
    return () => {
      watcher.disconnect()
      plot.destroy()
    }
    // Functions in the properties change with every drawing; what they show changes with days and series.
  }, [days, series, dark])
  return (
    <>
      <div className="chart" ref={host} role="img" aria-label={`${props.title}, the last ${days.length} days`} />
      <DayTable {...props} />
    </>
  )
}
