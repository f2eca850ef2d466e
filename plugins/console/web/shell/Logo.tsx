/** The name of the thing. */
export const Logo = ({ mode }: { readonly mode?: string | undefined }) => (
  <span className="logo">
    <span className="logo-mark" aria-hidden="true">
      B
    </span>
    <span className="logo-name">Bursar</span>
    {mode === undefined ? null : (
      <span className={mode === "sandbox" ? "mode tone-wait" : "mode tone-good"}>
        {mode === "sandbox" ? "Sandbox" : "Production"}
      </span>
    )}
  </span>
)
