/** Known customers are compared with changed lists once, however many engines see the change. */
import { expect, it } from "vitest"
import { startHost } from "../cards/host.ts"
import { person, replaceableLists } from "../cards/replaceableLists.ts"
import { temporaryFolder } from "../store/openStore.ts"

it("S27 with two engines each customer is compared once, and a match is told once", async () => {
  const folder = temporaryFolder()
  const before = [person("1", "Grigori Melnikov")]
  const lists = [replaceableLists(before), replaceableLists(before)]
  const hosts = []
  for (const { layer } of lists) hosts.push(await startHost({ folder, engine: { layers: layer } }))
  const [one] = hosts
  const customers: Array<any> = []
  for (let at = 0; at < 60; at++) {
    const name = at === 30 ? "Oskar Lindqvist" : `Maria Duarte ${at}`
    customers.push((await one!.ask("POST", "/v2/customers", { email: `c${at}@example.com`, name })).body)
  }
  for (const { screened } of lists) screened.length = 0
  for (const { replace } of lists) replace([...before, person("2", "Oskar Lindqvist")])
  const resultOf = async (id: string) => (await one!.ask("GET", `/v2/customers/${id}`)).body.screening.result
  await expect.poll(() => resultOf(customers[30].id), { timeout: 10_000 }).toBe("match")
  await one!.engine.clock.advance("5 minutes")
  const compared = lists.flatMap(({ screened }) => screened)
  // The one who matched was screened in full besides.
  expect(compared.toSorted()).toEqual([...customers.map(({ name }) => name), "Oskar Lindqvist"].toSorted())
  expect((await one!.ask("GET", "/v2/events?type=screening.match")).body.data).toHaveLength(1)
})
