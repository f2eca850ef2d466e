/** Which region is looked at: each keeps its data for itself. It stands in the address. */
import { useNavigate } from "@tanstack/react-router"
import { useRegion, useSession } from "./context.ts"

export const RegionPicker = () => {
  const { engine } = useSession()
  const region = useRegion()
  const navigate = useNavigate()
  if (engine.regions.length < 2) return null
  return (
    <label className="region">
      <span>Region</span>
      <select
        value={region ?? engine.regions[0]}
        onChange={(event) =>
          void navigate({ to: ".", search: (before: object) => ({ ...before, region: event.target.value }) })
        }
      >
        {engine.regions.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  )
}
