/**
 * The token in the address of an authentication page: it names region and payment and cannot be guessed. It is made from
 * them, so nothing is stored; that it works once follows from the payment's state.
 */
import { isRegionName, regionNames, type RegionName, type Signer } from "../../../src/plugin.ts"

/** What a token stands for. */
export interface Challenged {
  readonly region: RegionName
  readonly payment: string
}

type Fingerprint = Pick<Signer["Service"], "fingerprint">

/** Hex digits of the seal: 128 bits. */
const sealLength = 32

const sealOf = (signer: Fingerprint, { payment, region }: Challenged): string =>
  signer.fingerprint("3d-secure", `${region} ${payment}`).slice(0, sealLength)

export const tokenOf = (signer: Fingerprint, challenged: Challenged): string =>
  [regionNames.indexOf(challenged.region), challenged.payment, sealOf(signer, challenged)].join(".")

/** Compares without telling by its time how much agrees. */
const agree = (left: string, right: string): boolean => {
  let different = left.length ^ right.length
  for (let at = 0; at < right.length; at++) different |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return different === 0
}

/** What a token stands for; `undefined` when it is not one of ours. */
export const openToken = (signer: Fingerprint, token: string): Challenged | undefined => {
  const [index, payment, seal, ...rest] = token.split(".")
  const region = regionNames[Number(index)]
  if (region === undefined || !isRegionName(region) || payment === undefined || seal === undefined || rest.length > 0) {
    return undefined
  }
  const challenged = { region, payment }
  return agree(seal, sealOf(signer, challenged)) ? challenged : undefined
}
