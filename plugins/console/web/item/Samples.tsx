/** The same thing for a program: its JSON, and requests to copy. */
import { Tabs } from "@base-ui/react/tabs"
import type { Item } from "../api/wire.ts"
import { Code } from "../parts/Code.tsx"

const names: Readonly<Record<string, string>> = { curl: "curl", node: "Node" }

export const Samples = ({ item }: { readonly item: Item }) => {
  const samples = [
    ...(item.json === undefined
      ? []
      : [{ id: "json", name: "JSON", format: "json" as const, text: JSON.stringify(item.json, undefined, 2) }]),
    ...(item.samples ?? []).map(({ language, text }) => ({
      id: language,
      name: names[language] ?? language,
      format: "text" as const,
      text
    }))
  ]
  if (samples.length === 0) return null
  return (
    <section className="card samples" aria-labelledby="samples">
      <Tabs.Root defaultValue={samples[0]!.id}>
        <header>
          <h2 id="samples">For your program</h2>
          <Tabs.List className="tabs" aria-labelledby="samples">
            {samples.map(({ id, name }) => (
              <Tabs.Tab key={id} value={id} className="tab">
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </header>
        {samples.map(({ id, name, format, text }) => (
          <Tabs.Panel key={id} value={id}>
            <Code format={format} text={text} name={name} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </section>
  )
}
