import * as https from "node:https"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { publicHttpsOnly } from "../../src/services/AddressGuard.ts"
import * as NodeNotifier from "../../src/services/NodeNotifier.ts"
import { Notifier } from "../../src/services/Notifier.ts"
import { failureOf, listen, receiver, requestTo, resolve, send } from "./loopbackReceivers.ts"
import { selfSignedCertificate } from "./selfSignedCertificate.ts"

describe("addresses", () => {
  const httpsRequest = requestTo("https://hooks.merchant.example/", { policy: publicHttpsOnly })

  for (const [addresses, range] of [
    [["10.0.0.5"], "private"],
    [["127.0.0.1"], "loopback"],
    [["169.254.169.254"], "linkLocal"],
    [["::1"], "loopback"],
    [["::ffff:10.0.0.5"], "private"],
    [["93.184.215.14", "10.0.0.5"], "private"]
  ] as const) {
    it.effect(`refuses a public name that resolves to ${addresses.join(" and ")}`, () =>
      Effect.gen(function* () {
        const error = yield* failureOf(httpsRequest, { resolve: () => Promise.resolve(addresses) })
        assert.deepStrictEqual([error.reason, error.detail], ["refused_address", range])
      })
    )
  }

  it.effect("refuses, in a sandbox too, a private address behind a loopback name", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(requestTo("http://hooks.localhost:3000/"), {
        resolve: () => Promise.resolve(["127.0.0.1", "192.168.1.1"])
      })
      assert.deepStrictEqual([error.reason, error.detail], ["refused_address", "private"])
    })
  )

  it.effect("sends plain http to no public address, whatever its name is", () =>
    Effect.gen(function* () {
      const error = yield* failureOf(requestTo("http://hooks.localhost:3000/"), {
        resolve: () => Promise.resolve(["93.184.215.14"])
      })
      assert.deepStrictEqual([error.reason, error.detail], ["refused_address", "http_beyond_loopback"])
    })
  )

  it.effect("tells a name that does not resolve, or resolves to nothing", () =>
    Effect.gen(function* () {
      const notFound = yield* failureOf(httpsRequest, {
        resolve: () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }))
      })
      const nothing = yield* failureOf(httpsRequest, { resolve: () => Promise.resolve([]) })
      assert.deepStrictEqual([notFound.reason, notFound.detail], ["dns", "ENOTFOUND"])
      assert.deepStrictEqual([nothing.reason, nothing.detail], ["dns", "ENODATA"])
    })
  )

  it.effect("connects to the very address that was checked, and resolves the name once for it", () =>
    Effect.gen(function* () {
      const hosts: Array<string | undefined> = []
      const names: Array<string> = []
      const port = yield* receiver((incoming, outgoing) => {
        hosts.push(incoming.headers.host)
        outgoing.end()
      })
      // A second question would be answered with a private address.
      const rebinding = (hostname: string) => {
        names.push(hostname)
        return Promise.resolve([names.length === 1 ? "127.0.0.1" : "10.0.0.5"])
      }
      const request = requestTo(`http://rebinding.localhost:${port}/`)
      const response = yield* send(request, { resolve: rebinding })
      assert.strictEqual(response.status, 200)
      assert.deepStrictEqual(hosts, [`rebinding.localhost:${port}`])
      assert.deepStrictEqual(names, ["rebinding.localhost"])
    })
  )

  it.effect("goes on to the next checked address when one takes no connection", () =>
    Effect.gen(function* () {
      const port = yield* receiver((_, outgoing) => outgoing.end())
      const request = requestTo(`http://hooks.localhost:${port}/`)
      const response = yield* send(request, { resolve: () => Promise.resolve(["::1", "127.0.0.1"]) })
      assert.strictEqual(response.status, 200)
    })
  )

  it.effect("does not lend a connection made under one policy to a request under another", () =>
    Effect.gen(function* () {
      const { cert, key } = selfSignedCertificate("hooks.merchant.example")
      const port = yield* listen(https.createServer({ cert, key }, (_, outgoing) => outgoing.end()))
      const url = `https://hooks.merchant.example:${port}/`
      yield* Effect.gen(function* () {
        const notifier = yield* Notifier
        assert.strictEqual((yield* notifier.send(requestTo(url))).status, 200)
        const error = yield* Effect.flip(notifier.send(requestTo(url, { policy: publicHttpsOnly })))
        assert.deepStrictEqual([error.reason, error.detail], ["refused_address", "loopback"])
      }).pipe(Effect.provide(NodeNotifier.layerWith({ certificateAuthorities: cert, resolve })))
    })
  )
})

describe("TLS", () => {
  const { cert, key } = selfSignedCertificate("localhost")
  const secureReceiver = (options: https.ServerOptions = {}) =>
    listen(https.createServer({ cert, key, ...options }, (_, outgoing) => outgoing.end("secure")))

  it.effect("refuses a self-signed certificate", () =>
    Effect.gen(function* () {
      const port = yield* secureReceiver()
      const error = yield* failureOf(requestTo(`https://localhost:${port}/`), { resolve })
      assert.deepStrictEqual([error.reason, error.detail], ["tls", "DEPTH_ZERO_SELF_SIGNED_CERT"])
    })
  )

  it.effect("accepts the same certificate from an authority that the host trusts", () =>
    Effect.gen(function* () {
      const port = yield* secureReceiver()
      const response = yield* send(requestTo(`https://localhost:${port}/`), { resolve, certificateAuthorities: [cert] })
      assert.deepStrictEqual([response.status, response.bodyExcerpt], [200, "secure"])
    })
  )

  it.effect("refuses a trusted certificate of another name", () =>
    Effect.gen(function* () {
      const port = yield* secureReceiver()
      const error = yield* failureOf(requestTo(`https://other.localhost:${port}/`), {
        resolve,
        certificateAuthorities: cert
      })
      assert.deepStrictEqual([error.reason, error.detail], ["tls", "ERR_TLS_CERT_ALTNAME_INVALID"])
    })
  )

  it.effect("refuses TLS below 1.2", () =>
    Effect.gen(function* () {
      const port = yield* secureReceiver({
        minVersion: "TLSv1",
        maxVersion: "TLSv1.1",
        ciphers: "DEFAULT:@SECLEVEL=0"
      })
      const error = yield* failureOf(requestTo(`https://localhost:${port}/`), { resolve, certificateAuthorities: cert })
      assert.strictEqual(error.reason, "tls")
    })
  )

  it.effect("tells a receiver that does not speak TLS", () =>
    Effect.gen(function* () {
      const port = yield* receiver((_, outgoing) => outgoing.end())
      assert.strictEqual((yield* failureOf(requestTo(`https://localhost:${port}/`), { resolve })).reason, "tls")
    })
  )
})
