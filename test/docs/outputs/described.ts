/** References of small descriptions, for tests. */
import { below, make } from "./made.ts"

/** The reference of a description with these members. */
export const described = (of: object) =>
  make("api-reference", JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: "1" }, ...of }))

/** What the reference says of a schema, which may refer to `Mode` and to those of `more`. */
export const schemaOf = (schema: object, more: object = {}): string =>
  below(
    described({
      paths: {},
      components: {
        schemas: {
          Mode: {
            description: "How it starts.",
            oneOf: [
              { type: "string", enum: ["fast"], description: "Load all of it." },
              { type: "string", enum: ["lazy"], description: "Load what is asked for." }
            ]
          },
          One: schema,
          ...more
        }
      }
    }).markdown,
    "### `One`"
  )
