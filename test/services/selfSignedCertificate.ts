/** Makes a self-signed certificate for loopback tests of TLS: a new key each time, nothing stored, no outside tool. */
import { generateKeyPairSync, sign } from "node:crypto"

const der = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const body = Buffer.concat(contents)
  const length = body.length
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}

const sequence = (...contents: ReadonlyArray<Uint8Array>) => der(0x30, ...contents)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const utcTime = (text: string) => der(0x17, Buffer.from(text))

/** An ECDSA P-256 certificate for one DNS name, valid from 2000 to 2049, and its key, both in PEM. */
export const selfSignedCertificate = (dnsName: string): { readonly cert: string; readonly key: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const ecdsaWithSha256 = sequence(objectId("2a8648ce3d040302"))
  const commonName = sequence(der(0x31, sequence(objectId("550403"), der(0x0c, Buffer.from(dnsName)))))
  const subjectAltName = sequence(objectId("551d11"), der(0x04, sequence(der(0x82, Buffer.from(dnsName)))))
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    commonName,
    sequence(utcTime("000101000000Z"), utcTime("491231235959Z")),
    commonName,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(subjectAltName))
  )
  const signature = sign("sha256", toBeSigned, privateKey)
  const certificate = sequence(toBeSigned, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = certificate.toString("base64").replace(/.{64}/g, "$&\n")
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  }
}
