/**
 * Markdown in CodeMirror. It lives in a shadow root: there its sheets are adopted ones, which the policy of the page allows.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands"
import {
  defaultHighlightStyle,
  defineLanguageFacet,
  HighlightStyle,
  Language,
  syntaxHighlighting
} from "@codemirror/language"
import { EditorState } from "@codemirror/state"
import { EditorView, keymap, lineNumbers } from "@codemirror/view"
import { GFM, parser } from "@lezer/markdown"
import { useEffect, useRef } from "react"

const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], "markdown")

/** The marks of Markdown step back; everything else that has a colour has that of the console, light and dark. */
const colours = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, textDecoration, ...spec }) => ({
    ...spec,
    ...(color === undefined ? {} : { color: color === "#404740" ? "var(--text-3)" : "var(--accent)" }),
    ...(textDecoration === "line-through" ? { textDecoration } : {})
  }))
)

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--text)", backgroundColor: "var(--surface)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.65" },
  ".cm-content": { caretColor: "var(--accent)", padding: "12px 0" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-3)", border: "none" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "var(--accent-soft) !important" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" }
})

interface TextEditorProps {
  readonly name: string
  readonly text: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
  readonly onReady: (view: EditorView) => void
}

export const TextEditor = ({ name, text, readOnly, onChange, onReady }: TextEditorProps) => {
  const host = useRef<HTMLDivElement>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  useEffect(() => {
    const element = host.current
    if (element === null) return
    // Twice in one element there is no shadow root: it is made anew in a child.
    const holder = document.createElement("div")
    holder.className = "editor-holder"
    element.append(holder)
    const root = holder.attachShadow({ mode: "open" })
    const state = EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        markdown,
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": name, spellcheck: "true" }),
        EditorState.readOnly.of(readOnly),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed.current(update.state.doc.toString())
        }),
        look
      ]
    })
    const view = new EditorView({ root, parent: root, state })
    onReady(view)
    return () => {
      view.destroy()
      holder.remove()
    }
    // The text is the first one: what is typed is the editor's own.
  }, [name, readOnly, onReady])
  return <div className="editor" ref={host} />
}
