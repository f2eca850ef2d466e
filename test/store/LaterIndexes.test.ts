import { describe, expect, it } from "vitest"
import { LaterIndexes, unitsBehind } from "../../src/store/dialects/LaterIndexes.ts"

/** Indexes whose fillings last until they are told to be over. */
const start = () => {
  const under: Array<(isFilled: boolean) => void> = []
  const indexes = new LaterIndexes((over) => void under.push(over))
  const finish = (isFilled = true) => under[under.length - 1]!(isFilled)
  const write = (units: number) => {
    for (let unit = 0; unit < units; unit++) indexes.wrote()
  }
  return { indexes, fillings: () => under.length, finish, write }
}

describe("indexes that are filled later", () => {
  it("are filled after so many units, and not before", () => {
    const { fillings, finish, indexes, write } = start()
    indexes.catchUp()
    finish()
    write(unitsBehind - 1)
    expect(fillings()).toBe(1)
    write(1)
    expect(fillings()).toBe(2)
  })

  it("are filled in the transaction of the unit that asks for it, where that stays open", () => {
    const held: Array<boolean> = []
    const indexes = new LaterIndexes((over, isHeld) => {
      held.push(isHeld)
      over(true)
    })
    for (let unit = 0; unit < unitsBehind; unit++) indexes.wrote(true)
    for (let unit = 0; unit < unitsBehind; unit++) indexes.wrote()
    expect(held).toEqual([true, false])
  })

  it("are filled when somebody reads past their end, once", () => {
    const { fillings, finish, indexes, write } = start()
    indexes.catchUp()
    finish()
    indexes.catchUp()
    expect(fillings()).toBe(1)
    write(1)
    indexes.catchUp()
    finish()
    indexes.catchUp()
    expect(fillings()).toBe(2)
  })

  it("are filled by the first reader, whatever an earlier process left behind", () => {
    const { fillings, indexes } = start()
    indexes.catchUp()
    expect(fillings()).toBe(1)
  })

  it("are filled again by the next reader when that failed", () => {
    const { fillings, finish, indexes } = start()
    indexes.catchUp()
    finish(false)
    indexes.catchUp()
    expect(fillings()).toBe(2)
    finish()
    indexes.catchUp()
    expect(fillings()).toBe(2)
  })

  it("are filled one time after the other, and units that come meanwhile are not forgotten", () => {
    const { fillings, finish, indexes, write } = start()
    indexes.catchUp()
    write(3 * unitsBehind)
    indexes.catchUp()
    expect(fillings()).toBe(1)
    finish()
    indexes.catchUp()
    expect(fillings()).toBe(2)
  })
})
