/**
 * An HTTP API as every description format is read into it. What is here is what coverage is judged against: an output
 * shows all of it, and nothing that is not in it.
 */
import type { Json } from "./Json.ts"
import type { ExternalDocs, NamedSchema, Schema } from "./Schema.ts"

/** A base address, with variables in braces. */
export interface Server {
  readonly url: string
  readonly description?: string | undefined
  readonly variables: ReadonlyArray<ServerVariable>
}

/** A variable of a base address. */
export interface ServerVariable {
  readonly name: string
  readonly default?: string | undefined
  readonly enum: ReadonlyArray<string>
  readonly description?: string | undefined
}

/** A group of operations. */
export interface Tag {
  readonly name: string
  /** What its author has tools show for it (`x-displayName`). */
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly externalDocs?: ExternalDocs | undefined
}

/** A value that shows how something is used. */
export interface Example {
  /** The name under which an author keeps it for several places. */
  readonly shared?: string | undefined
  readonly name?: string | undefined
  readonly summary?: string | undefined
  readonly description?: string | undefined
  readonly value?: Json | undefined
  /** A text to show as it is: the body of a saved request. */
  readonly text?: string | undefined
  /** The same as it is sent: without remarks. */
  readonly sent?: string | undefined
  readonly externalValue?: string | undefined
}

/** Where a parameter is sent. `formData` is a field of a form (OpenAPI 2.0). */
export type ParameterPlace = "path" | "query" | "header" | "cookie" | "formData"

/** A parameter of an operation, or a header of an answer. */
export interface Parameter {
  readonly name: string
  readonly in: ParameterPlace
  readonly required: boolean
  readonly deprecated: boolean
  readonly description?: string | undefined
  readonly schema: Schema
  /** The media type of its value, where it is a document of its own. */
  readonly mediaType?: string | undefined
  readonly style?: string | undefined
  readonly explode?: boolean | undefined
  readonly allowEmptyValue?: boolean | undefined
  readonly allowReserved?: boolean | undefined
  /** What the request of a collection sends, with variables in braces; `undefined` where it does not send it. */
  readonly sent?: string | undefined
  readonly examples: ReadonlyArray<Example>
}

export type Header = Omit<Parameter, "in" | "allowEmptyValue" | "allowReserved" | "sent">

export interface MediaType {
  readonly mediaType: string
  readonly schema?: Schema | undefined
  readonly examples: ReadonlyArray<Example>
  /** The fields of a form that the request of a collection sends, with variables in braces; a file has no value. */
  readonly sent?: ReadonlyArray<{ readonly name: string; readonly value?: string }> | undefined
  /** Per property of a form: how it is sent. */
  readonly encoding: ReadonlyArray<{
    readonly property: string
    readonly contentType?: string | undefined
    readonly style?: string | undefined
    readonly headers: ReadonlyArray<Header>
  }>
}

export interface RequestBody {
  /** What OpenAPI 2.0 calls it: in a body of parts the name of its part. */
  readonly name?: string | undefined
  readonly required: boolean
  readonly description?: string | undefined
  readonly content: ReadonlyArray<MediaType>
}

/** A call that may follow, with values from the answer. */
export interface Link {
  readonly name: string
  readonly description?: string | undefined
  readonly operationId?: string | undefined
  readonly operationRef?: string | undefined
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly value: Json }>
}

export interface ApiResponse {
  /** `200`, `4XX` or `default`. */
  readonly code: string
  readonly description: string
  readonly headers: ReadonlyArray<Header>
  readonly content: ReadonlyArray<MediaType>
  readonly links: ReadonlyArray<Link>
}

/** Schemes that must all be satisfied; none means anonymous access. */
export type SecurityRequirement = ReadonlyArray<{ readonly scheme: string; readonly scopes: ReadonlyArray<string> }>

/** A flow of OAuth 2.0. */
export interface OAuthFlow {
  readonly kind: string
  readonly authorizationUrl?: string | undefined
  readonly tokenUrl?: string | undefined
  readonly refreshUrl?: string | undefined
  readonly scopes: ReadonlyArray<{ readonly name: string; readonly description: string }>
}

/** A way to authenticate. */
export interface SecurityScheme {
  /** The name by which requirements refer to it. */
  readonly key: string
  readonly type: "apiKey" | "http" | "oauth2" | "openIdConnect" | "mutualTLS" | "basic" | "other"
  readonly description?: string | undefined
  /** Of an API key: where it is sent, and under which name. */
  readonly in?: string | undefined
  readonly name?: string | undefined
  /** What is sent as the key, with variables in braces, where a collection says it. */
  readonly sent?: string | undefined
  /** Of `http`: `basic`, `bearer`, … */
  readonly scheme?: string | undefined
  readonly bearerFormat?: string | undefined
  readonly openIdConnectUrl?: string | undefined
  readonly flows: ReadonlyArray<OAuthFlow>
}

/** Operations that the API calls at an address the client gave. */
export interface Callback {
  readonly name: string
  readonly operations: ReadonlyArray<Operation>
}

/** One method on one path. */
export interface Operation {
  /** `GET /pets/{id}`: unique within the model, and what sections are keyed by. */
  readonly key: string
  readonly method: string
  readonly path: string
  readonly operationId?: string | undefined
  readonly summary?: string | undefined
  readonly description?: string | undefined
  readonly tags: ReadonlyArray<string>
  readonly deprecated: boolean
  readonly externalDocs?: ExternalDocs | undefined
  /** Its own base addresses, where they are not those of the API. */
  readonly servers: ReadonlyArray<Server>
  /** Any one of these suffices; `undefined`: nothing was said. */
  readonly security: ReadonlyArray<SecurityRequirement> | undefined
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: RequestBody | undefined
  /** Media types in which the fields of a form are sent, where they are parameters (OpenAPI 2.0). */
  readonly formTypes?: ReadonlyArray<string> | undefined
  readonly responses: ReadonlyArray<ApiResponse>
  readonly callbacks: ReadonlyArray<Callback>
  /** Extensions with plain facts for callers, such as `x-version`. */
  readonly facts?: ReadonlyArray<{ readonly keyword: string; readonly value: Json }> | undefined
}

export interface ApiModel {
  readonly kind: "api"
  /** What it was read from: `openapi` (also `swagger` 2.0) or `postman`, and the version as written. */
  readonly format: "openapi" | "postman"
  readonly formatVersion: string
  readonly title: string
  readonly version?: string | undefined
  readonly summary?: string | undefined
  readonly description?: string | undefined
  readonly termsOfService?: string | undefined
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string } | undefined
  readonly license?: { readonly name: string; readonly url?: string; readonly identifier?: string } | undefined
  readonly externalDocs?: ExternalDocs | undefined
  readonly servers: ReadonlyArray<Server>
  /** Variables of a collection besides those of its addresses; no value that may be a secret. */
  readonly variables?: ReadonlyArray<ServerVariable> | undefined
  /** Declared tags in their order, then those that operations use. */
  readonly tags: ReadonlyArray<Tag>
  readonly operations: ReadonlyArray<Operation>
  /** Paths whose operations stand in other documents, which are not read. */
  readonly elsewhere?: ReadonlyArray<string> | undefined
  /** Operations that the API calls (3.1, `x-webhooks` before). The path is the webhook's name. */
  readonly webhooks: ReadonlyArray<Operation>
  readonly schemas: ReadonlyArray<NamedSchema>
  readonly securitySchemes: ReadonlyArray<SecurityScheme>
  /** What holds for operations that say nothing. */
  readonly security: ReadonlyArray<SecurityRequirement> | undefined
}
