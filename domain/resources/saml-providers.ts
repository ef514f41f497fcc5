import { idMaxCharacters } from "../limits.ts";
import {
  clockSkewSecondsMax,
  samlCertificateMaxCharacters,
  samlCertificatesMax,
  samlEntityIdMaxCharacters,
  usualClockSkewSeconds,
} from "../saml-limits.ts";
import { samlSignatureNames } from "../saml-signatures.ts";
import { flag, integer, list, longText, oneOf, text } from "./format/builders.ts";
import { resource } from "./format/resource.ts";

/** Identity providers that authenticate users by SAML. */
export const samlProviders = resource("samlProviders", {
  class: "shared",
  key: "id",
  entity: { type: "SamlProvider", key: "samlProviderId" },
  properties: {
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .shown("The name by which sign-ins and chains know it; it stands in the addresses that it is told."),
    description: text(400).optional().given().searched().shown("What people should know of it."),
    entryPoint: longText().given().shown("Where people sign in there: its address for requests by redirect."),
    issuer: text(samlEntityIdMaxCharacters)
      .given()
      .format("notEmpty")
      .shown("How it names itself (its entity id); assertions of another issuer are refused."),
    certificates: list(text(samlCertificateMaxCharacters))
      .given()
      .atMost(samlCertificatesMax)
      .shown("The certificates by whose keys it signs; several while it changes keys."),
    entityId: text(samlEntityIdMaxCharacters)
      .optional()
      .given()
      .format("notEmpty")
      .shown("How this service names itself to it (the audience); null = the address of our metadata."),
    nameAttribute: text()
      .optional()
      .given()
      .format("notEmpty")
      .shown("The attribute of an assertion that names the user; null = its NameID."),
    userAttribute: text()
      .optional()
      .given()
      .format("notEmpty")
      .shown("The profile attribute of our user that the name is compared with; null = the user's id."),
    /** Null for all of them. */
    signatureAlgorithms: list(oneOf(samlSignatureNames))
      .optional()
      .given()
      .shown("The algorithms by which it may sign; an empty list means all of them, of which none is built on SHA-1."),
    clockSkewSeconds: integer()
      .initially(usualClockSkewSeconds)
      .given()
      .between(0, clockSkewSecondsMax)
      .shown("By how many seconds its clock may be off."),
    userClass: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .shown("The user class whose members may sign in by it; null = everybody."),
    superusers: flag(false)
      .given()
      .policy()
      .shown(
        "Whether it may name superusers; false by default. Only a superuser sets it, or changes a provider that has it.",
      ),
    enabled: flag(true).given().policy().shown("Whether people may sign in by it; true by default."),
  },
  policies: {
    samlProvider: {},
  },
});
