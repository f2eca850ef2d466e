/** Why a name is like one on a list, word by word, so that an officer can decide. */
import type { Item } from "../api/wire.ts"
import { words } from "../parts/format.ts"
import { comparisonsOf, isCompared, restOf, type Compared } from "./comparison.ts"
import { FieldRow } from "./Sections.tsx"

const names: Readonly<Record<string, string>> = {
  token: "Word",
  date_of_birth: "Date of birth",
  country: "Country",
  rule: "Rule"
}

const Effect = ({ compared, points }: Compared) =>
  compared === "token" ? (
    <span className="likeness">
      <meter min={0} max={100} low={70} value={points} aria-label={`${points} of 100 alike`} />
      {points === 100 ? "the same" : `${points} of 100 alike`}
    </span>
  ) : (
    <>{points > 0 ? `adds ${points}` : points === 0 ? "adds nothing" : `takes ${-points}`}</>
  )

const Table = ({ rows }: { readonly rows: ReadonlyArray<Compared> }) => (
  // On a phone it is wider than its place: the keyboard can scroll it.
  <div className="postings" tabIndex={0} role="region" aria-label="What was compared">
    <table>
      <thead>
        <tr>
          {["Compared", "In the payment", "On the list", "Effect"].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <td>{names[row.compared] ?? words(row.compared)}</td>
            <td>
              <b>{row.subject}</b>
            </td>
            <td>
              <b>{row.listed}</b>
            </td>
            <td>
              <Effect {...row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const Comparisons = ({ sections }: Pick<Item, "sections">) =>
  sections.filter(isCompared).map((section, index) => (
    <section key={`${section.title} ${index}`} className="card comparison" aria-label={section.title}>
      <h2>Why it matched</h2>
      <p>{section.title}</p>
      <Table rows={comparisonsOf(section)} />
      <dl>
        {restOf(section).map((field) => (
          <FieldRow key={field.label} field={field} />
        ))}
      </dl>
    </section>
  ))
