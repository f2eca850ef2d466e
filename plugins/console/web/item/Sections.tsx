/** What a thing is: labelled values by sections. */
import type { Item, ItemField } from "../api/wire.ts"
import { Value } from "../parts/Cell.tsx"
import { isCompared } from "./comparison.ts"
import { Code } from "../parts/Code.tsx"
import { Text } from "../parts/Text.tsx"

/** Values that need the whole width of the section. */
const isLong = ({ kind, value }: ItemField): boolean =>
  kind === "json" || (typeof value === "string" && value.length > 44)

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && !one.startsWith("{"))

export const FieldRow = ({ field }: { readonly field: ItemField }) => (
  <div className={isLong(field) ? "pair long" : "pair"}>
    <dt>
      <Text>{field.label}</Text>
    </dt>
    <dd>
      {isTexts(field.value) ? (
        <Value kind="list" value={field.value} />
      ) : field.kind === "json" && field.value !== undefined && field.value !== null ? (
        <details>
          <summary>Show</summary>
          <Code
            format="json"
            text={typeof field.value === "string" ? field.value : JSON.stringify(field.value)}
            name={field.label}
          />
        </details>
      ) : (
        <bdi>
          <Value kind={field.kind} value={field.value} />
        </bdi>
      )}
    </dd>
  </div>
)

export const Sections = ({ sections }: Pick<Item, "sections">) =>
  sections
    .filter((section) => !isCompared(section))
    .map(({ title, fields }, index) => (
      <section key={`${title} ${index}`} className="card section" aria-label={title}>
        <h2>{title}</h2>
        <dl>
          {fields.map((field, at) => (
            <FieldRow key={`${field.label} ${at}`} field={field} />
          ))}
        </dl>
      </section>
    ))
