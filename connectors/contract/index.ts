/** The connector contract: the published API for authors of connectors. */
export { addressJsonSchema, validateAddress } from "./address.ts";
export { checkConnector, sdkVersion } from "./check-connector.ts";
export type { DefinitionProblem } from "./check-connector.ts";
export type { Call, CallLog, Credential, OpenContext, OperationInfo } from "./call.ts";
export { defaultSessionsPerTarget, defaultTimeoutMs, defineConnector } from "./connector.ts";
export type { AnyDefinition, Connector, ConnectorDefinition } from "./connector.ts";
export { codes, ConnectorError, isConnectorCode } from "./error.ts";
export type { CodeTraits, ConnectorCode, ConnectorErrorOptions } from "./error.ts";
export {
  comparedName,
  guardAttributes,
  guardedAttributesMax,
  guardedNameMaxCharacters,
  guardedNames,
  guardEffects,
  guardsOf,
  isSameAttribute,
} from "./guarded-attributes.ts";
export type { GuardedAttribute, GuardedNames, GuardEffect, SharedGuard } from "./guarded-attributes.ts";
export type { Change, ChangePage, ChangesRequest, Cursor, Filter, ListRequest, MembersPage, Page } from "./listing.ts";
export type {
  Attributes,
  AttributeType,
  Member,
  ObjectRef,
  ObjectState,
  ObjectType,
  ObjectTypeName,
  Scalar,
  TargetObject,
} from "./object.ts";
export type { Capability, Operations, OperationsPart } from "./operations.ts";
export type {
  AccountRequest,
  ChangePasswordRequest,
  CommandOutput,
  CreateRequest,
  DeleteRequest,
  Delta,
  GetRequest,
  MemberRequest,
  MembersRequest,
  ResetPasswordRequest,
  RunCommandRequest,
  ServerInfo,
  UpdateRequest,
  Verified,
  VerifyRequest,
} from "./requests.ts";
export { isLoopbackHost } from "./loopback.ts";
export { emptyPassword, isSameName, newNameOf, requireLogin, requireName } from "./names-and-passwords.ts";
export { normalForm } from "./normal-form.ts";
export { pagesByCursor } from "./paging.ts";
export type { PageOfRows } from "./paging.ts";
export { requireAccountOrGroup, requireFound } from "./resolve-object.ts";
export type { AccountOrGroup } from "./resolve-object.ts";
export { Secret } from "./secret.ts";
export { untilAborted } from "./until-aborted.ts";
export { writeFilter } from "./write-filter.ts";
export type { Comparison, FilterLanguage } from "./write-filter.ts";
export * from "./kit/index.ts";
