const kib = 1024;

// Reading

/** Entities of one page unless the caller asks otherwise. */
export const pageSizeDefault = 100;
/** Entities of one page at most. */
export const pageSizeMax = 1000;

/** Levels of `$expand`; also the meaning of `$levels=max`. */
export const expandDepthMax = 5;
/** Navigations expanded by one query on all its levels together. */
export const expandItemsMax = 50;
/** Rows that all expanded collections of one answer return together, each with its expanded single rows. */
export const expandRowsMax = 10_000;
/** Parents whose rows one statement of an expansion finds. */
export const parentKeysMax = 500;
/** Texts of queries whose parsed and bound form is cached. */
export const keptQueriesMax = 500;
/** Characters of the longest query text that is cached. */
export const keptQueryMaxCharacters = 1000;
/** Brackets, unary operators and nested options of a query inside each other. */
export const syntaxDepthMax = 100;
/** Operators, functions, names and literals of one expression. */
export const filterNodesMax = 100;
/** Clauses of one order. */
export const orderByClausesMax = 5;
/** Levels of `any`, `all` and `$count` inside each other. */
export const lambdaDepthMax = 2;
/** Levels of functions inside each other. */
export const callsNestedMax = 15;
/** Words and phrases of one search. */
export const searchTermsMax = 20;
/** Names that one computation may define. */
export const computedMax = 10;
/** Entities that may be skipped. */
export const skipMax = 1_000_000;
/** Characters of one text in an expression. */
export const literalMaxCharacters = 4096;
/** Options of one query that OData does not define, such as those that other systems add to each address. */
export const foreignOptionsMax = 50;
/** Parts of one batch. */
export const batchPartsMax = 100;
/** Characters of the name of a part of a batch, or of one of its headers. */
export const batchNameMaxCharacters = 100;
/** Characters of the method of a part of a batch. */
export const batchMethodMaxCharacters = 10;

// HTTP

/** Bytes of a request body. */
export const bodyMaxBytes = 1024 * kib;
/** Bytes from which on an answer is compressed, if the client accepts it. */
export const compressedMinBytes = kib;
/** Bytes of a request's address with its query. */
export const urlMaxBytes = 8 * kib;
/** Bytes of all request headers together. */
export const headersMaxBytes = 16 * kib;
/** Headers of one request. */
export const headersMax = 100;
/** Time within which all headers of a request must have come. */
export const headersWithinMs = 10_000;
/** Time within which the whole request must have come. */
export const requestWithinMs = 30_000;
/** Milliseconds between two checks for clients that are slower than that. */
export const slowClientsLookMs = 1_000;
/** Time for which a connection without a request is kept. */
export const idleConnectionMs = 65_000;
/** Milliseconds after which a connection without traffic is closed, such as one whose client does not read its answer. */
export const silentConnectionMs = 120_000;
/** Milliseconds for which running calls may continue when the service stops. */
export const drainMs = 10_000;
/** Milliseconds for which a connection without a call is kept when the service stops: a call may be on its way. */
export const idleDrainMs = 500;
/** Seconds between the order to stop and the end of listening, in which `/ready` is 503 and calls are answered. */
export const lameDuckSeconds = 7;
/** Connections of one process at a time. */
export const connectionsMax = 10_000;
/** Requests over one connection, which is then closed. */
export const requestsPerConnectionMax = 10_000;
/** Keys whose calls one process counts at a time: callers, addresses, names. */
export const rateKeysMax = 50_000;
/** Requests for tokens in one minute from one address; also the largest burst. */
export const tokenRequestsPerMinuteAndAddress = 600;
/** Refused requests for tokens in one minute for one user, or by one client for itself, from one network. */
export const tokenRequestsPerMinuteAndName = 120;
/** Calls in one minute by one caller. */
export const callsPerMinuteAndCaller = 12_000;
/** Time for which a browser may keep the answer to a preflight. */
export const corsPreflightSeconds = 600;
/** Characters of a path to which a redirect may go. */
export const localPathMaxCharacters = 2048;
/** Seconds between two checks for the dependencies that the API waits for at its start (specification 8). */
export const startUpRetrySeconds = 30;
/** Seconds of the header Retry-After when the database or the sign-in queue is busy. */
export const retryAfterSeconds = 2;

// Signing in

/** Bytes of a password before it is hashed. */
export const passwordMaxBytes = 256;
/** Bytes of a secret that lets the service in at a target system: a password, a token, or a private key as a whole. */
export const targetSecretMaxBytes = 16_384;
/** Password checks that may wait for the hasher. */
export const passwordQueueMax = 64;
/** Milliseconds for which a sign-in is held that is refused because too many wait: a flood comes no faster than that. */
export const busyRefusalMs = 1_000;
/** Milliseconds after which half of a network's sign-ins without the right password is forgotten. */
export const signInHalfLifeMs = 60_000;
/** Networks that are remembered because a user has signed in from there. */
export const knownNetworksMax = 10_000;
/** Calls by which a known network is ahead of unknown ones in the queue. */
export const knownNetworkHeadStart = 8;
/** Wrong passwords in a row before a user is locked. */
export const userAuthFailuresMax = 5;
/** Time a locked user stays locked. */
export const lockoutDurationMinutes = 30;
/** Life of an access token, regardless of its own claims. */
export const accessTokenSeconds = 300;
/** Largest number of seconds by which the clock of the process that issued a token may be ahead. */
export const accessTokenAheadSeconds = 60;
/** Life of a refresh token. */
export const refreshTokenHours = 12;
/** Verified access tokens kept in memory. */
export const tokenCacheMax = 10_000;
/** Life of an authorization code. */
export const authorizationCodeSeconds = 60;
/** Life of a sign-in page. */
export const signInPageMinutes = 10;
/** Hours for which an expired grant is kept, so that a late second use of it is still recognized. */
export const expiredGrantKeptHours = 24;
/** Characters of `state` and `nonce` in an authorization request. */
export const stateMaxCharacters = 1024;
/** Characters of an ID token that is shown as a hint. */
export const idTokenMaxCharacters = 4096;
/** Return addresses of one client. */
export const redirectUrisMax = 20;
/** Characters of one return address. */
export const redirectUriMaxCharacters = 500;

// Signing keys

/** Seconds for which clients may cache the public keys and the discovery documents. */
export const publishedKeysCacheSeconds = 300;
/** Minutes for which a key is published before it may sign; longer than any client caches the published keys. */
export const nextKeyMinutes = 10;
/** Time for which a key signs before its successor takes over. */
export const signingKeyDays = 90;
/** Time for which a key that no longer signs still verifies; longer than any token lives. */
export const retiredKeyMinutes = 60;
/** Milliseconds after which a process checks if the keys have changed. */
export const keyPollMs = 1_000;
/** Milliseconds for which a process keeps using its keys while the database does not answer. */
export const keyStaleMs = 10_000;
/** Milliseconds between two lookups of unknown key IDs. */
export const keyLookMs = 250;
/** Users whose state and classes are kept in memory, so that an access token is judged without the database. */
export const userFactsMax = 10_000;
/** Revoked tokens and sessions kept in memory; beyond it, the database is asked. */
export const revokedTokensMax = 200_000;

// Requests

/** Life of a request without a decision. */
export const requestLifeDays = 30;
/** Operations of one request. */
export const requestOperationsMax = 100;
/** Authorizers of one phase of a request beyond which it goes on hold (MAX AUTH ALLOWED), and the largest number that a phase can name. */
export const authorizersMax = 20;
/** Users whom one phase of a request may ask, if it names all users. */
export const phaseAuthorizersMax = 1000;
/** Authorization phases of one target system. */
export const authorizationPhasesMax = 10;
/** Characters of a reason or a comment. */
export const commentMaxCharacters = 2000;
/** Characters of the code of an operation, before it is looked up. */
export const operationCodeMaxCharacters = 20;
/** Characters of the header that adds operations to an existing request. */
export const batchIdMaxCharacters = 200;
/** Attribute names of one operation. */
export const operationAttributesMax = 100;
/** Characters of the longest password that a password policy may ask for. */
export const passwordLengthMax = 127;
/** Passwords that one call generates. */
export const generatedPasswordsMax = 100;
/** Words of a generated passphrase. */
export const passphraseWordsMax = 20;
/** Earlier passwords of an account that are kept as digests. */
export const passwordHistoryMax = 1000;
/** Characters of one attribute value. */
export const attributeValueMaxCharacters = 4096;
/** Characters of one value of an attribute whose definition has a regular expression. */
export const attributeRegexCharactersMax = 1024;
/** Waits before each further try of an operation, in seconds: 5, 5, 10, 10, 20 and 20 minutes. */
export const retryIntervalsSeconds: readonly number[] = [300, 300, 600, 600, 1200, 1200];
/** Longest pause in milliseconds that a target may ask for before a retry. */
export const askedPauseMsMax = 3_600_000;

/** Seconds of the header Retry-After of an accepted operation in progress. */
export const operationRetryAfterSeconds = 1;

// Texts

/** Characters of an id, such as a user's or a target system's. */
export const idMaxCharacters = 128;
/** Characters of a description or a display name. */
export const descriptionMaxCharacters = 400;
/** Characters of an address that people follow, such as that of a help page. */
export const linkMaxCharacters = 2048;
/** Characters of the login with which a target is administered. */
export const loginMaxCharacters = 400;
/** Characters of a target's product and version. */
export const serverTextMaxCharacters = 400;
/** Characters of a target's own message that are kept. */
export const targetMessageMaxCharacters = 2000;

// Writing

/** Characters of the key by which a caller names a call. */
export const callKeyMaxCharacters = 200;
/** Time for which the answer to such a call is kept. */
export const answersKeptHours = 24;
/** Files of a log that are kept beside the current one. */
export const logFilesKept = 3;
/** Time a transaction may wait for the lock of the database. */
export const transactionWaitMs = 10_000;
/** Seconds after which no process still writes a text that it has sealed before a new key came; longer than any waits for the database. */
export const keySettleSeconds = 20;
/** Time within which every process of a data folder seals with a new key. */
export const keyTakenMs = 2_000;
/** Numbers that a process leases from a counter at once, where a database server keeps it. */
export const leasedNumbers = 32;
/** Size that the log of an SQLite database keeps once all of it has been taken over. */
export const walKeptBytes = 4 * 1024 * kib;
/** Rows of a batch that are committed together. */
export const batchRowsMax = 256;
/** Operations of a chunk that goes to one proxy. */
export const chunkOperationsMax = 64;
/** Time between two sweeps of the outbox. */
export const outboxSweepMs = 1000;
/** Time for which a process leases an outbox row. */
export const outboxLeaseMs = 10_000;

// Change notices

/** Milliseconds between two polls of the change log by a process. */
export const changesPollMs = 1000;
/** Time-out of one poll of the change log in milliseconds. */
export const changesPollMsMax = 3_000;
/** Changes that one poll reads at once. */
export const changesFollowedMax = 1000;
/** Milliseconds without a poll of the change log after which a process trusts no access token. */
export const changesStaleMs = 10_000;

// Proxies

/** Time between two heartbeats. */
export const heartbeatIntervalMs = 5_000;
/** Time for one connector call. */
export const connectorCallMs = 30_000;
/** Milliseconds that an order must have left when its password is set and verified; one that begins later is given back unbegun. */
export const randomizeNeedsMs = 10_000;
/** Life of an enrolment token. */
export const enrolmentTokenMinutes = 60;
/** Age beyond which a proxy's signed call is refused. */
export const proxySignatureMaxAgeSeconds = 60;
/** Seconds for which an accepted call is remembered: it may be signed by a clock that is ahead, and accepted by one that is behind. */
export const proxyCallKeptSeconds = 3 * proxySignatureMaxAgeSeconds;
/** Seconds that running orders have left when a proxy is told to stop; then they are cancelled. */
export const proxyDrainSeconds = 10;
/** Seconds after which a proxy that was told to stop waits for nothing else. */
export const proxyStopSeconds = 15;
/** Time for the last report of a proxy that ends. */
export const proxyFarewellSeconds = 3;
/** Time between two looks of a proxy at the nodes that it knows. */
export const proxyNodeLookMs = 5_000;
/** Time between two reports of a proxy about itself. */
export const proxyHelloMs = 60_000;
/** Time without a report after which a proxy counts as away. */
export const proxyAwaySeconds = 150;
/** Hours for which a process of a proxy that has stopped reporting is remembered. */
export const proxyInstanceKeptHours = 24;
/** Processes of one proxy that are remembered. */
export const proxyInstancesMax = 20;
/** Time that a batch waits for the version of a connector with which it has begun. */
export const connectorVersionWaitSeconds = 600;
/** Pause before an operation is offered again whose batch waits for another version. */
export const otherVersionPauseMs = 5_000;
/** Usual keep-alive of every connection between services (SocketKeepAlive); processes take it from their settings. */
export const socketKeepAliveSeconds = 30;

// Discovery

/** Proxies whose target systems the nightly order discovers at a time. */
export const nightlyProxiesMax = 8;
/** Least number of members of a group whose loss alone needs confirmation; small teams are dissolved every day. */
export const emptiedGroupMembersMin = 10;
/** Objects of one chunk of a listing. */
export const discoveryChunkObjects = 2000;
/**
 * Objects that a connector is asked for at once, unless a chunk holds fewer. A target makes the next page while one is worked on, so small
 * pages cost no time near the target. Pages of 2,000 cost a quarter more of the proxy's time, because their objects outlive their first
 * garbage collection.
 */
export const discoveryPageObjects = 250;
/** Bytes of the lines of one chunk before compression, beyond which it is sent. */
export const discoveryChunkBytes = 1024 * kib;
/** Characters of a chunk's compressed lines as base64; the rest of a body is left for cursors, tokens and names. */
export const discoveryChunkDataMax = bodyMaxBytes - 64 * kib;
/** Bytes of a chunk's lines after decompression. */
export const discoveryChunkBytesMax = 8 * 1024 * kib;
/** Hashes of unchanged objects that a proxy receives at once. */
export const discoveryKnownHashes = 50_000;
/** Characters of an object's id on its target. */
export const stableIdMaxCharacters = 400;
/** Characters of an object's name and of an attribute's. */
export const objectNameMaxCharacters = 190;

// Import rules

/** Import rules of one installation. */
export const importRulesMax = 1000;
/** Objects that import rules change in one transaction. */
export const importPageObjects = 256;
/** Objects that a dry run names of each rule by default. */
export const trialObjectsDefault = 10;
/** Largest number of objects that a dry run names of each rule. */
export const trialObjectsMax = 1000;
/** Limit of groups that a trial of managed groups names of each kind. */
export const managedGroupsNamedMax = 100;
/** Limit of groups that one call stops managing. */
export const groupsUnmanagedAtOnceMax = 500;

// Policies

/** Characters of one policy. */
export const policyMaxCharacters = 2000;
/** Depth of brackets in one policy. */
export const policyBracketDepthMax = 32;
/** Nodes of one policy. */
export const policyNodesMax = 200;
/** Levels of `all`, `exists`, `map`, `filter` inside each other in one policy. */
export const policyMacroDepthMax = 1;
/** Policies of one file. */
export const policyFilePoliciesMax = 500;
/** Users whose rights one dry run compares. */
export const dryRunUsersMax = 2_000;
/** Users that one statement of a dry run finds. */
export const dryRunPageUsers = 200;
/** Users that a dry run names for each policy; the others are counted. */
export const dryRunExamplesMax = 10;
/** Rows that a dry run names for each user. */
export const dryRunExampleRowsMax = 3;
/** Rows that are checked one by one if a policy is no rule on rows. */
export const dryRunSampleRowsMax = 200;
/** Users of such a sample. */
export const dryRunSampleUsersMax = 50;
/** Pause before a failed load from the database is repeated. */
export const reloadRetryMs = 1_000;

// Reads of callers

/** Time for one statement of a caller's read. */
export const readMsMax = 10_000;
/** Milliseconds for which such a statement waits for its turn. */
export const readsWaitMs = 15_000;
/** Statements of one caller that may wait; the parts of a batch are asked at the same time. */
export const readsWaitingEach = 200;
/** Statements of one caller at a time that may be long. */
export const longReadsEach = 1;
/** Such statements on SQLite at a time, each in a process of its own. */
export const sqliteReadsMax = 2;
/** Such statements on a database server at a time. */
export const serverReadsMax = 8;
/** Milliseconds up to which a statement on a database server is quick: on a busy one half of it is waiting, for it and for us. */
export const serverQuickReadMs = 250;
/** Time up to which a statement on SQLite is quick: it may share the event loop with all else. */
export const sharedReadMs = 15;
/** Statements on a database server at a time that were quick recently. */
export const quickReadsMax = 16;
/** Statements of one caller among them. */
export const quickReadsEach = 8;

// Webhooks

/** Characters of the address of an endpoint. */
export const webhookAddressMaxCharacters = 2048;
/** Endpoints of one installation. */
export const webhooksMax = 100;
/** Time for one call of an endpoint. */
export const webhookCallMs = 15_000;
/** Bytes of one event as it is sent. */
export const webhookBodyMaxBytes = 64 * kib;
/** Waits before each further try of a delivery, in seconds: 5 s, 30 s, 2, 10 and 30 min, 1, 2, 4 and 8 h. */
export const webhookRetryIntervalsSeconds: readonly number[] = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800];
/** Time of nothing but failures after which an endpoint is disabled. */
export const webhookDisableAfterHours = 72;
/** Time for which the secret before a rotation still signs, unless the caller says otherwise. */
export const webhookSecretOverlapHours = 24;
/** The longest such time. */
export const webhookSecretOverlapHoursMax = 168;
/** Time for which deliveries that were made are kept. */
export const webhookDeliveriesKeptDays = 7;
/** Days for which failed deliveries are kept. */
export const webhookDeadKeptDays = 90;
/** Deliveries that one activity makes one after the other. */
export const webhookDeliveriesAtOnce = 32;
/** Time for which changes gather before they are collected. */
export const webhookGatherMs = 50;
/** Milliseconds between two sweeps for changes that the webhooks were not notified of. */
export const webhookSweepMs = 5_000;
/** Changes that are no events, beyond which an endpoint's position moves past them. */
export const webhookIdleChangesMax = 1_000;
