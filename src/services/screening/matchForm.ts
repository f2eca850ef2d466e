/** The form in which a match of a screening is stored. Those who keep more of a match add to it. */
export const matchForm = {
  list: "text",
  entryId: "text",
  listedName: "text",
  matchedName: "text",
  score: "number",
  entityType: "text",
  programs: ["list of", "text"],
  datesOfBirth: ["list of", "text"],
  countries: ["list of", "text"],
  reasons: ["list of", { compared: "text", subject: "text", listed: "text", points: "number" }]
} as const
