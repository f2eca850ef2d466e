/** A sentence of a plugin. Times and amounts, which it writes as the API does, are shown as the reader writes them. */
import { Fragment } from "react"
import { besideCode, minorDigits } from "./format.ts"
import { Time } from "./Time.tsx"

/** An instant, and an amount with its currency: `1250.00 usd`, `14574 jpy`. */
const parts = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z|\b\d+\.\d{2,3} [a-z]{3}\b|\b\d+ (?:clp|jpy|krw|vnd)\b)/

const amount = (text: string): string => {
  const [major = "", currency = ""] = text.split(" ")
  const amountMinor = Math.round(Number(major) * 10 ** minorDigits(currency))
  return besideCode({ amountMinor, currency }).join(" ")
}

const Part = ({ text }: { readonly text: string }) =>
  text.endsWith("Z") ? <Time ms={Date.parse(text)} /> : <>{amount(text)}</>

export const Text = ({ children }: { readonly children: string }) =>
  children
    .split(parts)
    // Every second one was found.
    .map((text, index) =>
      index % 2 === 1 ? <Part key={index} text={text} /> : <Fragment key={index}>{text}</Fragment>
    )
