import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const flag = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 } as const;

/** The service's options for a browser, as far as a device needs them. */
interface Told {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Values that an attacker, or another browser, would send instead. */
export interface Otherwise {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string | null;
  /** True to break the signature. */
  readonly isBroken?: boolean;
}

/** A device with one passkey, and the browser in front of it: ES256, attestation "none" (WebAuthn, section 6). */
export class VirtualAuthenticator {
  readonly id = encoded(randomBytes(32));
  counter = 0;
  readonly #origin: string;
  readonly #keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
  #userHandle = "";

  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  }

  /** Makes the passkey; returns the result of a browser's `toJSON()`, as a text. */
  create(told: Told, otherwise: Otherwise & { readonly attestation?: Buffer } = {}): string {
    this.#userHandle = told.user?.id ?? "";
    const id = Buffer.from(this.id, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = Buffer.concat([
      this.#authenticatorData(told.rp?.id ?? "", flag.attested, otherwise),
      Buffer.alloc(16),
      length,
      id,
      this.#coseKey(),
    ]);
    const attestation =
      otherwise.attestation ?? Buffer.concat([cborText("fmt"), cborText("none"), cborText("attStmt"), cborMap(0)]);
    const attestationObject = Buffer.concat([cborMap(3), attestation, cborText("authData"), cborBytes(data)]);
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(this.#clientData("webauthn.create", told, otherwise)),
        attestationObject: encoded(attestationObject),
        transports: ["internal"],
      },
    });
  }

  /** Signs in with the passkey. */
  get(told: Told, otherwise: Otherwise = {}): string {
    this.counter = otherwise.counter ?? this.counter + 1;
    const data = this.#authenticatorData(told.rpId ?? "", 0, { counter: this.counter, ...otherwise });
    const clientData = this.#clientData("webauthn.get", told, otherwise);
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    const signature = sign("sha256", otherwise.isBroken === true ? randomBytes(32) : signed, this.#keys.privateKey);
    const { userHandle = this.#userHandle } = otherwise;
    return JSON.stringify({
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: encoded(clientData),
        authenticatorData: encoded(data),
        signature: encoded(signature),
        userHandle,
      },
    });
  }

  #clientData(type: string, told: Told, otherwise: Otherwise): Buffer {
    const { origin = this.#origin, challenge = told.challenge, crossOrigin = false } = otherwise;
    return Buffer.from(JSON.stringify({ type: otherwise.type ?? type, challenge, origin, crossOrigin }));
  }

  #authenticatorData(rpId: string, more: number, otherwise: Otherwise): Buffer {
    const { isVerified = true, counter = 0 } = otherwise;
    const flags = flag.userPresent | (isVerified ? flag.userVerified : 0) | more;
    const rest = Buffer.alloc(5);
    rest.writeUInt8(flags);
    rest.writeUInt32BE(counter, 1);
    return Buffer.concat([
      createHash("sha256")
        .update(otherwise.rpId ?? rpId)
        .digest(),
      rest,
    ]);
  }

  /** Returns the public key in COSE form: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
  #coseKey(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" }) as { x?: string; y?: string };
    const point = (text: string) => cborBytes(Buffer.from(text, "base64url"));
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ]);
  }
}

/** Returns the head of a CBOR map. */
export function cborMap(entries: number): Buffer {
  return Buffer.from([0xa0 + entries]);
}

/** Returns a short CBOR text. */
export function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
}

/** Returns CBOR bytes. */
export function cborBytes(bytes: Buffer): Buffer {
  const long = bytes.length > 0xff;
  const head = Buffer.from(long ? [0x59, bytes.length >> 8, bytes.length & 0xff] : [0x58, bytes.length]);
  return Buffer.concat([head, bytes]);
}
