/** What sections A8, A11, A12 and A15 of the requirement list say of the verification of customers. */
import { describe, expect, it } from "vitest"
import { jpeg, jpegOf, passport, png } from "./images.ts"
import { startMerchant, timestampPattern } from "./merchant.ts"

/** A merchant with a customer who is to be verified. */
const startSubmitting = async () => {
  const merchant = await startMerchant()
  const { id } = await merchant.customer({ name: "Ada Lovelace" })
  const path = `/v2/customers/${id}/kyc`
  return {
    ...merchant,
    subject: id as string,
    path,
    submit: (body: object = {}) => merchant.post(path, { ...passport, ...body }),
    refusedWith: (body: object) => merchant.refused("POST", path, { ...passport, ...body })
  }
}

/** A refusal of a parameter. */
const refusal = (code: string, param: string) => ({ status: 400, type: "validation_error", code, param })

describe("A8: the verification of customers", () => {
  it("C73 initiation returns customer, status, verification and time", async () => {
    const { subject, submit } = await startSubmitting()
    expect(await submit()).toMatchObject({
      customer_id: subject,
      kyc_status: expect.any(String),
      verification_id: expect.stringMatching(/^kyc_/),
      created_at: expect.stringMatching(timestampPattern)
    })
  })

  it("C74 the status is pending right after initiation", async () => {
    const { get, subject, submit } = await startSubmitting()
    expect((await submit()).kyc_status).toBe("pending")
    expect((await get(`/v2/customers/${subject}`)).kyc_status).toBe("pending")
  })
})

describe("A11: states of a verification", () => {
  it("C121 it is pending at first, and completed within 60 seconds", async () => {
    const { advance, get, path, submit } = await startSubmitting()
    for (const [date_of_birth, status] of [
      ["1901-01-01", "failed"],
      ["1903-01-01", "failed"],
      ["1902-01-01", "verified"]
    ]) {
      expect((await submit({ date_of_birth })).kyc_status).toBe("pending")
      await advance("60 seconds")
      expect(await get(path)).toMatchObject({
        kyc_status: status,
        completed_at: expect.stringMatching(timestampPattern)
      })
    }
  })

  it("C122 completion sends an event, of one kind or the other", async () => {
    const { advance, get, submit, told } = await startSubmitting()
    const failed = await submit({ date_of_birth: "1901-01-01" })
    await advance("60 seconds")
    const verified = await submit()
    await advance("60 seconds")
    expect(await told(failed.verification_id)).toEqual(["customer.kyc_failed"])
    expect(await told(verified.verification_id)).toEqual(["customer.kyc_verified"])
    expect((await get("/v2/events?type=customer.kyc_failed")).data).toHaveLength(1)
  })
})

describe("A12: initiate KYC", () => {
  it("C129 POST /v2/customers/{id}/kyc begins a verification; GET shows the newest, or one", async () => {
    const { get, path, refused, submit } = await startSubmitting()
    const begun = await submit()
    expect(await get(path)).toEqual(begun)
    expect(await get(`${path}/${begun.verification_id}`)).toEqual(begun)
    expect(await refused("POST", "/v2/customers/cus_none/kyc", passport)).toMatchObject({ status: 404 })
  })

  it("C154 document_type is required, and one of four", async () => {
    for (const document_type of ["passport", "national_id", "drivers_license", "residence_permit"]) {
      const { submit } = await startSubmitting()
      expect((await submit({ document_type, document_back: png })).kyc_status).toBe("pending")
    }
    const { refusedWith } = await startSubmitting()
    expect(await refusedWith({ document_type: undefined })).toMatchObject(refusal("parameter_missing", "document_type"))
    expect(await refusedWith({ document_type: "visa" })).toMatchObject(refusal("parameter_invalid", "document_type"))
  })

  it("C155 document_front is required, in base64", async () => {
    const { refusedWith } = await startSubmitting()
    expect(await refusedWith({ document_front: undefined })).toMatchObject(
      refusal("parameter_missing", "document_front")
    )
    for (const document_front of ["", "not base64!", `${jpeg}\n`, jpeg.slice(0, -1), 17]) {
      expect(await refusedWith({ document_front })).toMatchObject({ status: 400, param: "document_front" })
    }
  })

  it("C156 images are JPEG or PNG, whatever they are said to be", async () => {
    const { refusedWith, submit } = await startSubmitting()
    const gif = Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(200)]).toString("base64")
    const pdf = Buffer.from("%PDF-1.7 and so on, for some length").toString("base64")
    for (const document_front of [gif, pdf, `data:image/jpeg;base64,${gif}`, `data:image/jpeg;base64,${png}`]) {
      expect(await refusedWith({ document_front })).toMatchObject(refusal("invalid_image", "document_front"))
    }
    const images = { document_front: png, document_back: jpeg, selfie: `data:image/png;base64,${png}` }
    expect((await submit(images)).kyc_status).toBe("pending")
  })

  it("C157 each has at most 5 MB", async () => {
    const { refusedWith, submit } = await startSubmitting()
    const over = jpegOf(5_242_881)
    for (const param of ["document_front", "document_back", "selfie"]) {
      expect(await refusedWith({ [param]: over })).toMatchObject(refusal("image_too_large", param))
    }
    const largest = jpegOf(5_242_880)
    const images = { document_front: largest, document_back: largest, selfie: largest }
    expect((await submit(images)).kyc_status).toBe("pending")
  })

  it("C158 document_back is required for national_id and drivers_license", async () => {
    const { refusedWith, submit } = await startSubmitting()
    for (const document_type of ["national_id", "drivers_license"]) {
      expect(await refusedWith({ document_type })).toMatchObject(refusal("parameter_missing", "document_back"))
    }
    expect((await submit({ document_type: "residence_permit" })).kyc_status).toBe("pending")
  })

  it("C159 selfie is optional", async () => {
    const [one, other] = [await startSubmitting(), await startSubmitting()]
    expect((await one.submit()).kyc_status).toBe("pending")
    expect((await other.submit({ selfie: jpeg })).kyc_status).toBe("pending")
    expect(await (await startSubmitting()).refusedWith({ selfie: "AAAA" })).toMatchObject(
      refusal("invalid_image", "selfie")
    )
  })

  it("C160 date_of_birth is optional, a date, and must be that of the document", async () => {
    const { advance, get, path, refusedWith, submit } = await startSubmitting()
    for (const date_of_birth of ["10/12/1990", "1990-02-30", "2999-01-01"]) {
      expect(await refusedWith({ date_of_birth })).toMatchObject(refusal("parameter_invalid", "date_of_birth"))
    }
    // The zone of a passport, as a comment of the JPEG: born on 10 December 1990, valid until the same day of 2030.
    const zone = `P<UTOLOVELACE<<ADA${"<".repeat(26)}L898902C<3UTO9012101F3012109${"<".repeat(14)}0`
    const comment = Buffer.from(`${zone}2`, "latin1")
    const image = Buffer.from(jpeg, "base64")
    const document_front = Buffer.concat([
      image.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, comment.length + 2]),
      comment,
      image.subarray(2)
    ]).toString("base64")
    await submit({ document_front, date_of_birth: "1990-12-11" })
    await advance("1 minute")
    expect((await get(path)).kyc_status).toBe("failed")
    await submit({ document_front, date_of_birth: "1990-12-10" })
    await advance("1 minute")
    expect((await get(path)).kyc_status).toBe("verified")
  })
})

describe("A15: events of verifications", () => {
  it("C228 customer.kyc_verified carries the verification that came through", async () => {
    const { advance, get, path, submit } = await startSubmitting()
    await submit()
    await advance("1 minute")
    const [event] = (await get("/v2/events?type=customer.kyc_verified")).data
    expect(event.data).toEqual(await get(path))
    expect(event.data.kyc_status).toBe("verified")
  })

  it("C229 customer.kyc_failed carries the verification that failed", async () => {
    const { advance, get, path, submit } = await startSubmitting()
    await submit({ date_of_birth: "1901-01-01" })
    await advance("1 minute")
    const [event] = (await get("/v2/events?type=customer.kyc_failed")).data
    expect(event.data).toEqual(await get(path))
    expect(event.data.kyc_status).toBe("failed")
  })
})
