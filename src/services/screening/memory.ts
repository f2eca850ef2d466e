/** Values that hold typed arrays, on their way from one thread or process to another. */

const sharedCopy = (view: NodeJS.TypedArray): NodeJS.TypedArray => {
  if (view.buffer instanceof SharedArrayBuffer) return view
  const shared = new Uint8Array(new SharedArrayBuffer(view.byteLength))
  shared.set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  const { constructor } = view as { readonly constructor: unknown }
  return new (constructor as new (buffer: SharedArrayBuffer) => NodeJS.TypedArray)(shared.buffer)
}

const mapArrays = <A>(value: A, change: (view: NodeJS.TypedArray) => NodeJS.TypedArray): A => {
  if (ArrayBuffer.isView(value)) return change(value as unknown as NodeJS.TypedArray) as A
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapArrays(part, change)])) as A
}

/**
 * The value with its arrays in memory that threads share, so that another thread takes it over without a copy and without a
 * collection of garbage: memory that changes hands would count as new there.
 */
export const inSharedMemory = <A>(value: A): A => mapArrays(value, sharedCopy)

/** The value with its arrays in memory of their own, so that it can be sent to another process. */
export const inOwnMemory = <A>(value: A): A => mapArrays(value, (view) => view.slice())
