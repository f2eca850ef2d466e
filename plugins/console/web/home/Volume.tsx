/** What was paid over time, in one currency; or how many payments there were, and how many were declined. */
import { useMemo, useState } from "react"
import type { VolumeDay } from "../api/wire.ts"
import { Chart, type Series } from "../parts/Chart.tsx"
import { count, majorOf, minorDigits, money, number, shortMoney } from "../parts/format.ts"

const dayMs = 86_400_000

/** Days that the chart shows: our choice. */
const shownDays = 14

/** The days up to now, also those on which nothing was paid. */
const daysUntil = (now: number): ReadonlyArray<string> =>
  Array.from({ length: shownDays }, (_, index) =>
    new Date(now - (shownDays - 1 - index) * dayMs).toISOString().slice(0, 10)
  )

/** Currencies, the one with most payments that were paid first. */
const currenciesOf = (volume: ReadonlyArray<VolumeDay>): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(volume, ({ currency }) => currency),
    ([currency, days]) => ({
      currency,
      many: days.reduce((sum, { amountMinor, count }) => sum + (amountMinor > 0 ? count : 0), 0)
    })
  )
    .sort((one, other) => other.many - one.many)
    .map(({ currency }) => currency)

const counts = "count"

const seriesOf = (
  volume: ReadonlyArray<VolumeDay>,
  days: ReadonlyArray<string>,
  shown: string
): ReadonlyArray<Series> => {
  const sum = (of: (day: VolumeDay) => number): ReadonlyArray<number> =>
    days.map((day) =>
      volume
        .filter((row) => row.day === day && (shown === counts || row.currency === shown))
        .reduce((sum, row) => sum + of(row), 0)
    )
  if (shown !== counts) return [{ name: "Volume", values: sum(majorOf), colour: "accent" }]
  return [
    { name: "Payments", values: sum((row) => row.count), colour: "accent" },
    { name: "Declined", values: sum((row) => row.declined), colour: "bad" }
  ]
}

const summary = (series: ReadonlyArray<Series>, shown: string): string => {
  const total = (index: number): number => (series[index]?.values ?? []).reduce((sum, value) => sum + value, 0)
  if (shown === counts) return `${count(total(0), "payment")}, ${number(total(1))} declined`
  return money({ amountMinor: Math.round(total(0) * 10 ** minorDigits(shown)), currency: shown })
}

export const Volume = ({ volume, now }: { readonly volume: ReadonlyArray<VolumeDay>; readonly now: number }) => {
  const currencies = useMemo(() => currenciesOf(volume), [volume])
  const [chosen, setChosen] = useState<string>()
  const shown = chosen ?? currencies[0] ?? counts
  const today = Math.floor(now / dayMs)
  const days = useMemo(() => daysUntil(today * dayMs), [today])
  const series = useMemo(() => seriesOf(volume, days, shown), [volume, days, shown])
  const format = (value: number): string =>
    shown === counts
      ? number(value)
      : shortMoney({ amountMinor: Math.round(value * 10 ** minorDigits(shown)), currency: shown })
  return (
    <section className="card volume" aria-labelledby="volume">
      <header>
        <h2 id="volume">
          {shown === counts ? "Payments" : `Captured volume, ${shown.toUpperCase()}`}{" "}
          <small>{summary(series, shown)}</small>
        </h2>
        <select aria-label="What the chart shows" value={shown} onChange={(event) => setChosen(event.target.value)}>
          {currencies.map((currency) => (
            <option key={currency} value={currency}>
              {currency.toUpperCase()}
            </option>
          ))}
          <option value={counts}>Payments and declines</option>
        </select>
      </header>
      {shown === counts ? (
        <ul className="legend">
          <li className="is-accent">Payments</li>
          <li className="is-bad">Declined</li>
        </ul>
      ) : null}
      <Chart
        title={shown === counts ? "Payments and declines by day" : `Captured volume in ${shown.toUpperCase()} by day`}
        days={days}
        series={series}
        format={format}
      />
    </section>
  )
}
