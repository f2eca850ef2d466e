/** The frame of every page: where one can go, the page, and engine time below. */
import { Dialog as Base } from "@base-ui/react/dialog"
import { Outlet, useLocation } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { IconButton } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Toasts } from "../parts/toasts.tsx"
import { useMedia } from "../parts/useMedia.ts"
import { useSession } from "./context.ts"
import { Logo } from "./Logo.tsx"
import { Nav } from "./Nav.tsx"
import { Palette } from "./Palette.tsx"
import { TimeBar } from "./TimeBar.tsx"

const SandboxPanel = lazy(async () => ({ default: (await import("../clock/SandboxPanel.tsx")).SandboxPanel }))

const SearchButton = ({ open }: { readonly open: () => void }) => (
  <button type="button" className="search-button" onClick={open}>
    <Icon name="search" size={15} />
    <span>Search</span>
    <kbd>Ctrl K</kbd>
  </button>
)

/** On a phone the way to other pages is a sheet. It leaves when one has gone. */
const PhoneTop = ({ search }: { readonly search: () => void }) => {
  const { engine } = useSession()
  const [open, setOpen] = useState(false)
  const { href } = useLocation()
  useEffect(() => {
    setOpen(false)
  }, [href])
  return (
    <header className="phone-top">
      <Logo mode={engine.mode} />
      <IconButton name="Search" icon="search" onClick={search} />
      <Base.Root open={open} onOpenChange={setOpen}>
        <Base.Trigger className="icon-button" aria-label="Menu" title="Menu">
          <Icon name="menu" size={20} />
        </Base.Trigger>
        <Base.Portal>
          <Base.Backdrop className="backdrop" />
          <Base.Popup className="sheet">
            <Base.Title className="unseen">Menu</Base.Title>
            <Base.Close className="icon-button sheet-close" aria-label="Close" title="Close">
              <Icon name="x" size={20} />
            </Base.Close>
            <Nav />
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </header>
  )
}

/** After going to another page a reader of a screen begins at its top, not where the link was. */
const usePageFocus = () => {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

export const Shell = () => {
  const { engine } = useSession()
  const phone = useMedia("(max-width: 719px)")
  const [searching, setSearching] = useState(false)
  const [sandbox, setSandbox] = useState(false)
  const main = usePageFocus()
  return (
    <div className={sandbox ? "shell with-sandbox" : "shell"}>
      <a className="skip" href="#page" onClick={(event) => (event.preventDefault(), main.current?.focus())}>
        Skip to the page
      </a>
      {phone ? (
        <PhoneTop search={() => setSearching(true)} />
      ) : (
        <div className="side">
          <div className="side-top">
            <Logo mode={engine.mode} />
            <SearchButton open={() => setSearching(true)} />
          </div>
          <Nav />
        </div>
      )}
      <main id="page" className="page" ref={main} tabIndex={-1}>
        <div className="page-inner">
          <Toasts>
            <Outlet />
          </Toasts>
        </div>
      </main>
      {sandbox ? (
        <Suspense fallback={<aside className="sandbox" />}>
          <SandboxPanel close={() => setSandbox(false)} />
        </Suspense>
      ) : null}
      <TimeBar sandbox={sandbox} setSandbox={setSandbox} />
      <Palette open={searching} setOpen={setSearching} />
    </div>
  )
}
