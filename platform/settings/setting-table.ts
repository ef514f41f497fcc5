import { z } from "zod";

import { requestsOpenPerPerson, sameRequestsOpen, selfApprovedPerDay } from "#domain/catalogue-limits.ts";
import {
  callsPerMinuteAndCaller,
  changesPollMs,
  connectorVersionWaitSeconds,
  discoveryChunkObjects,
  lameDuckSeconds,
  lockoutDurationMinutes,
  requestLifeDays,
  retryIntervalsSeconds,
  socketKeepAliveSeconds,
  startUpRetrySeconds,
  tokenRequestsPerMinuteAndAddress,
  tokenRequestsPerMinuteAndName,
  userAuthFailuresMax,
} from "#domain/limits.ts";
import { passwordLinkMailHours } from "#domain/password-delivery-limits.ts";
import { passwordExpiryNoticeDays } from "#domain/password-end-limits.ts";
import { passwordQueueDays } from "#domain/password-queue-limits.ts";

import { logLevels } from "../logs/log.ts";
import { analysisSettings } from "./analysis-settings.ts";
import { auditSettings } from "./audit-settings.ts";
import { authorizationSettings } from "./authorization-settings.ts";
import { calendarSettings } from "./calendar-settings.ts";
import { challengeSettings } from "./challenge-settings.ts";
import { dataFolderDefault, dataFolderVariable } from "./data-folder.ts";
import { enforcementSettings } from "./enforcement-settings.ts";
import { keyRingSettings } from "./key-ring-settings.ts";
import { managementAddress } from "./management-address.ts";
import { nodeSettings } from "./node-settings.ts";
import { noticeSettings } from "./notice-settings.ts";
import { peopleSettings } from "./people-settings.ts";
import type { SettingDefinition } from "./setting-definition.ts";
import { expiryNoticeDays, networks, origins } from "./setting-lists.ts";
import {
  entries,
  nodeName,
  secondsList,
  text,
  trueOrFalse,
  webAddress,
  webAddresses,
  wholeNumber,
} from "./setting-schemas.ts";
import { signInSettings } from "./sign-in-settings.ts";
import { soapSettings } from "./soap-settings.ts";
import { temporalSettings } from "./temporal-settings.ts";
import { vaultSettings } from "./vault-settings.ts";
import { webhookSettings } from "./webhook-settings.ts";

/** Every setting; the key is the name used in the code. */
export const settingTable = {
  dataFolder: {
    name: dataFolderVariable,
    description: "Folder for the key ring, the SQLite database and the files of the embedded Temporal server.",
    type: "folder",
    default: dataFolderDefault,
    schema: text,
    stored: "proxy",
  },
  databaseUrl: {
    name: "DATABASE_URL",
    description: "The database: sqlite:<file>, or mariadb://user:password@host:port/database.",
    type: "address",
    default: "sqlite:<data>/gatehouse.db",
    schema: z.string().regex(/^(sqlite:.+|mariadb:\/\/.+\/.+)$/, "must begin with sqlite: or mariadb://"),
    stored: "database",
  },
  ...keyRingSettings,
  nodeName: {
    name: "NODE_NAME",
    description: "The name of this node; it stands in every row that the node writes.",
    type: "name",
    default: "node1",
    schema: nodeName,
    stored: "machine",
  },
  httpHost: {
    name: "HTTP_HOST",
    description:
      "The network address on which the API listens; beyond this machine TLS ends at a proxy in front (TRUSTED_PROXIES).",
    type: "host",
    default: "127.0.0.1",
    schema: text,
    stored: "machine",
  },
  httpUnencrypted: {
    name: "HTTP_UNENCRYPTED",
    description:
      "Lets the API listen beyond this machine without a proxy of TRUSTED_PROXIES at which TLS ends: passwords and tokens can be read on the way.",
    ...trueOrFalse(false),
    stored: "machine",
  },
  httpPort: {
    name: "HTTP_PORT",
    description: "The port on which the API listens; 0 takes a free one.",
    ...wholeNumber("whole number", 8080, 0, 65_535),
    stored: "machine",
  },
  managementAddress: {
    name: "MANAGEMENT_ADDRESS",
    description:
      "host:port of the management port, with the state and the metrics of the process, and by gatehouse up of all its processes; off for none. It asks nobody who they are: a host beyond this machine needs a network of its own.",
    type: "host:port",
    default: "127.0.0.1:9464",
    schema: managementAddress,
    stored: "proxy",
  },
  publicAddress: {
    name: "PUBLIC_ADDRESS",
    description: "The address under which people and proxies reach the API; it is the issuer of the tokens.",
    ...webAddress,
    stored: "database",
  },
  baseIdsynchUrl: {
    name: "BASE_IDSYNCH_URL",
    description:
      "The address of the service as people know it. The API waits until it is given, here or by PUBLIC_ADDRESS; where the API listens on this machine only, it is the address on which it listens.",
    ...webAddress,
    stored: "database",
  },
  startUpRetrySeconds: {
    name: "START_UP_RETRY_SECONDS",
    description: "Seconds between two looks for what the API waits for at its start.",
    ...wholeNumber("seconds", startUpRetrySeconds, 1, 3_600),
    stored: "database",
  },
  lameDuckSeconds: {
    name: "LAME_DUCK_SECONDS",
    description:
      "Seconds between SIGTERM and the end of listening, in which /ready is 503 and calls are answered, so that what is in front of the API sends new calls elsewhere; 0 for none.",
    ...wholeNumber("seconds", lameDuckSeconds, 0, 3_600),
    stored: "machine",
  },
  trustedProxies: {
    name: "TRUSTED_PROXIES",
    description:
      "Networks of the proxies in front of the API, such as 10.0.0.0/8,::1; only what they say of a client's address and of https is believed.",
    type: "network, network, …",
    default: "",
    schema: networks,
    stored: "machine",
  },
  trustedProxyHeader: {
    name: "TRUSTED_PROXY_HEADER",
    description:
      "The header in which those proxies write the client's address: x-forwarded-for (with x-forwarded-proto) or forwarded; the other one is the client's own and not read.",
    type: "header",
    default: "x-forwarded-for",
    schema: z.enum(["x-forwarded-for", "forwarded"]),
    stored: "machine",
  },
  corsOrigins: {
    name: "CORS_ORIGINS",
    description:
      "Origins whose scripts may call the API from a browser, such as https://portal.example; each is written in full.",
    type: "origin, origin, …",
    default: "",
    schema: origins,
    stored: "nextStart",
  },
  tokenRequestsPerMinuteAndAddress: {
    name: "TOKEN_REQUESTS_PER_MINUTE_AND_ADDRESS",
    description: "Sign-ins in one minute from one address, also as many at once; more are answered 429. 0 = no limit.",
    ...wholeNumber("per minute", tokenRequestsPerMinuteAndAddress, 0, 1_000_000_000),
    stored: "nextStart",
  },
  tokenRequestsPerMinuteAndName: {
    name: "TOKEN_REQUESTS_PER_MINUTE_AND_NAME",
    description:
      "Refused sign-ins in one minute of one user, or of one client for itself, from one network, also as many at once; further ones from there are answered 429. 0 = no limit.",
    ...wholeNumber("per minute", tokenRequestsPerMinuteAndName, 0, 1_000_000_000),
    stored: "nextStart",
  },
  callsPerMinuteAndCaller: {
    name: "CALLS_PER_MINUTE_AND_CALLER",
    description:
      "Other calls in one minute by one user, or by one address where nobody is signed in, also as many at once. 0 = no limit.",
    ...wholeNumber("per minute", callsPerMinuteAndCaller, 0, 1_000_000_000),
    stored: "nextStart",
  },
  apiAddress: {
    name: "API_ADDRESS",
    description:
      "The address of the API as a proxy calls it; plain http:// only on this machine. Of several nodes the addresses with commas between them, that of its home first.",
    ...webAddresses,
    stored: "proxy",
  },
  ...temporalSettings,
  socketKeepAliveSeconds: {
    name: "SocketKeepAlive",
    variable: "SOCKET_KEEP_ALIVE_SECONDS",
    description: "Seconds between the signs of life on every connection between services.",
    ...wholeNumber("seconds", socketKeepAliveSeconds, 1, 3_600),
    stored: "proxy",
  },
  userAuthFailuresMax: {
    name: "MAX USERAUTH FAILURE",
    description:
      "Wrong passwords in a row, over all doors, that lock a user against signing in with the password; of a superuser they count for each network apart.",
    ...wholeNumber("whole number", userAuthFailuresMax, 1, 1_000),
    stored: "atOnce",
  },
  lockoutDurationMinutes: {
    name: "LOCKOUT_DURATION",
    description: "Minutes after which such a lock ends by itself; `gatehouse userunlock` does not wait for it.",
    ...wholeNumber("minutes", lockoutDurationMinutes, 1, 525_600),
    stored: "atOnce",
  },
  ...signInSettings,
  ...challengeSettings,
  ...soapSettings,
  changesPollMs: {
    name: "CHANGES_POLL_MS",
    description:
      "Milliseconds between two looks of a process into the change log, where it learns what others revoked, locked or changed.",
    ...wholeNumber("milliseconds", changesPollMs, 50, 5_000),
    stored: "feed",
  },
  retryIntervalsSeconds: {
    name: "REQUEST_RETRY_INTERVALS_SECONDS",
    description:
      "The pauses before each further try of an operation whose target could not be reached. A try is up to three sends with 2 and 4 seconds between them, so an operation ends a little later than their sum.",
    ...secondsList(retryIntervalsSeconds),
    stored: "atOnce",
  },
  connectorVersionWaitSeconds: {
    name: "CONNECTOR_VERSION_WAIT_SECONDS",
    description:
      "Seconds for which a batch waits, once its proxy has another version of the connector, for the version with which it has begun; then it goes on between two steps with what is there.",
    ...wholeNumber("seconds", connectorVersionWaitSeconds, 0, 604_800),
    stored: "atOnce",
  },
  discoveryChunkObjects: {
    name: "DISCOVERY_CHUNK_OBJECTS",
    description: "Objects of a listing that a proxy sends at once; a broken listing goes on behind the last ones sent.",
    ...wholeNumber("whole number", discoveryChunkObjects, 1, 5_000),
    stored: "atOnce",
  },
  requestLifeDays: {
    name: "REQUEST_LIFE_DAYS",
    description: "Days after which a request that nobody decided expires.",
    ...wholeNumber("days", requestLifeDays, 1, 3_650),
    stored: "atOnce",
  },
  passwordQueueDays: {
    name: "PASSWORD_QUEUE_DAYS",
    description:
      "Days for which a password change that its target system did not answer is kept in the queue; then it is given up.",
    ...wholeNumber("days", passwordQueueDays, 1, 90),
    stored: "atOnce",
  },
  passwordExpiryNoticeDays: {
    name: "PASSWORD_EXPIRY_NOTICE_DAYS",
    description:
      "Days before the end of a password at which the owner of its account is told, once at each; without any nobody is told.",
    type: "days, days, …",
    default: passwordExpiryNoticeDays.join(","),
    schema: expiryNoticeDays,
    stored: "atOnce",
  },
  passwordLinkMailHours: {
    name: "PASSWORD_LINK_MAIL_HOURS",
    description:
      "Hours for which the mail address of a person must be unchanged before a mass reset sends a one-time link to it; 0 sends it at once.",
    ...wholeNumber("hours", passwordLinkMailHours, 0, 8_760),
    stored: "atOnce",
  },
  selfApprovedPerDay: {
    name: "SELF_APPROVED_PER_DAY",
    description:
      "Operations that one person may submit within 24 hours of which nobody is asked, because their target system says autoApprove or its phases need no approval. Superusers are not counted.",
    ...wholeNumber("whole number", selfApprovedPerDay, 0, 1_000_000_000),
    stored: "atOnce",
  },
  sameRequestsOpen: {
    name: "SAME_REQUESTS_OPEN",
    description:
      "Open requests for the same thing and the same recipient: the same operation on the same target system, account and group. With 1 a second one is refused.",
    ...wholeNumber("whole number", sameRequestsOpen, 1, 1_000),
    stored: "atOnce",
  },
  requestsOpenPerPerson: {
    name: "REQUESTS_OPEN_PER_PERSON",
    description:
      "Open requests that one person may have; more are refused until some are decided or cancelled. Superusers are not counted, and neither is what the service submits itself.",
    ...wholeNumber("whole number", requestsOpenPerPerson, 1, 1_000_000_000),
    stored: "atOnce",
  },
  connectors: {
    name: "CONNECTORS",
    description:
      "Connectors that a proxy loads beside the built-in ones: files (./notes.ts) and installed packages, with commas between them.",
    type: "file or package, …",
    default: "",
    schema: entries,
    stored: "proxy",
  },
  sqliteFolder: {
    name: "SQLITE_FOLDER",
    description:
      "Folder below which the files of target systems of the type sqlite lie; a proxy opens no others. The proxy that up starts gets that of the service.",
    type: "folder",
    default: "<data>/sqlite",
    schema: text,
    stored: "proxy",
  },
  pluginFolder: {
    name: "PLUGIN_FOLDER",
    description: "Folder of the plug-ins that options name by their files, such as newIdCaseSetProgram.",
    type: "folder",
    default: "<data>/plugins",
    schema: text,
    stored: "machine",
  },
  breachedPasswordsFile: {
    name: "BREACHED_PASSWORDS_FILE",
    description:
      "File with the list of breached passwords that 'gatehouse breached build' makes and the rule notBreached asks; every machine of the service needs it.",
    type: "file",
    default: "<data>/breached-passwords.list",
    schema: text,
    stored: "machine",
  },
  lwsSaveQueueSpace: {
    name: "LWS SAVE QUEUE SPACE",
    description:
      "Target systems with a managed system in mode pull are listed in full at each discovery, as in earlier releases, and not by their change feed.",
    ...trueOrFalse(false),
    stored: "atOnce",
  },
  ...authorizationSettings,
  ...auditSettings,
  ...webhookSettings,
  ...calendarSettings,
  ...noticeSettings,
  ...peopleSettings,
  ...enforcementSettings,
  ...nodeSettings,
  ...vaultSettings,
  ...analysisSettings,
  noKillRetry: {
    name: "NoKillRetry",
    variable: "NO_KILL_RETRY",
    description:
      "A change of another node whose transaction the database kills is held after five tries, and the others go on; when off, it is tried for ever.",
    ...trueOrFalse(false),
    stored: "atOnce",
  },
  logLevel: {
    name: "LOG_LEVEL",
    description: `Log level: ${logLevels.join(", ")}.`,
    type: "level",
    default: "info",
    schema: z.enum(logLevels),
    stored: "proxy",
  },
} as const satisfies Record<string, SettingDefinition>;
