import { engine } from "../../../lib/engine.js"

const handle = async (request) => (await engine()).fetch(request)
export { handle as GET, handle as POST, handle as PUT, handle as PATCH, handle as DELETE }
