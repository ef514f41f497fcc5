import { commandOutputBytesMax } from "./checkout-limits.ts";

const kib = 1024;

// Largest reports of a proxy about itself, its connectors and its targets

/** Characters of the key of an operation as a proxy names it. */
export const operationKeyMaxCharacters = 100;
/** Password candidates that one outcome reports to have opened a session. */
export const openedCandidatesMax = 20;
/** Passwords of an account for which one outcome reports the target's answer. */
export const triedPasswordsMax = 20;
/** Characters of each output of a command that one outcome carries. */
export const toldOutputMaxCharacters = commandOutputBytesMax;
/** Characters of a proxy's version. */
export const softwareVersionMaxCharacters = 40;
/** Characters of the token with which a proxy enrols. */
export const enrolmentTokenMaxCharacters = 200;
/** Connectors that one proxy reports. */
export const reportedConnectorsMax = 200;
/** Characters of a connector's ID or version, and of the name of one capability. */
export const connectorNameMaxCharacters = 60;
/** Capabilities of one connector. */
export const capabilitiesMax = 60;
/** Characters of the name of a connector that could not be loaded, and of the reason. */
export const failedConnectorMaxCharacters = 400;
/** Bytes of all attributes of an object as a proxy sends it, written as JSON; a body holds 1 MiB, and bytes grow by a third in transit. */
export const toldObjectBytesMax = 512 * kib;
/** Attributes of an object of a listing that are named as too large. */
export const cutNamesMax = 20;
/** Attributes of an object that a proxy sends. */
export const attributeNamesMax = 2000;
/** Characters of the hash of a chunk. */
export const chunkHashMaxCharacters = 64;
/** Characters of a target's own code of an error. */
export const targetCodeMaxCharacters = 190;
/** Characters of the reason for which an object of a listing is left out. */
export const leftOutReasonMaxCharacters = 200;
/** Objects that a discovery names as left out. */
export const leftOutNamesMax = 50;
/** Characters of the JSON Schema of a connector's address. */
export const addressSchemaMaxCharacters = 32 * kib;
/** Characters of all such schemas that a proxy reports, with the attributes that its connectors guard. */
export const reportedSchemasMaxCharacters = 128 * kib;
/** Schemas inside one schema, on all levels together. */
export const addressSchemaPartsMax = 1000;
/** Levels of schemas inside each other. */
export const addressSchemaDepthMax = 20;
/** Characters of all patterns of one schema together. */
export const addressPatternMaxCharacters = 2000;
/** Steps of the automata of all patterns of one schema together. */
export const addressPatternStepsMax = 4000;
/** Largest count of repetitions in a pattern of a schema. */
export const addressPatternRepetitionsMax = 999;
/** Steps that the check of one address may take: characters by the size of their patterns, and checked parts. */
export const addressStepsMax = 200_000;
/** Faults of one address that are reported. */
export const addressFaultsMax = 20;
