/** Puts a plan together: what every kind of document has in common at its end. */
import { ruleText, type SectionPart } from "../writer/Section.ts"
import type { Brief } from "./Brief.ts"
import type { Plan, PlannedSection } from "./Output.ts"

/** A plan whose sections are looked at by the brief, and whose report holds what the brief left out. */
export const assemble = (brief: Brief, plan: Plan): Plan => ({
  ...plan,
  sections: plan.sections.map((section): PlannedSection => {
    let parts: ReadonlyArray<SectionPart> | undefined
    return {
      ...section,
      write: () => {
        if (parts === undefined) {
          parts = section.write()
          brief.wrote(ruleText(parts))
        }
        return parts
      }
    }
  }),
  report: () => {
    const report = plan.report()
    brief.review(plan.sections.map(({ title }) => title))
    return { ...report, dropped: [...report.dropped, ...brief.dropped] }
  }
})
