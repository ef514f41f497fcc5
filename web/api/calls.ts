// Written by `npm run docs` from the OpenAPI document: do not edit.

import type * as Model from "./model.ts";
import type { Page } from "./odata.ts";

/** Answers of reads by their addresses; `()` stands for a key. */
export interface Reads {
  readonly "accessExceptions": Page<Model.AccessException>;
  readonly "accessExceptions()": Model.AccessException;
  readonly "accessExceptions()/person": Model.Person;
  readonly "accessExceptions()/request": Model.Request;
  readonly "accessExceptions()/role": Model.Role;
  readonly "accounts": Page<Model.Account>;
  readonly "accounts()": Model.Account;
  readonly "accounts()/attributes": Page<Model.AccountAttribute>;
  readonly "accounts()/attributes()": Model.AccountAttribute;
  readonly "accounts()/grants": Page<Model.Grant>;
  readonly "accounts()/groupMemberships": Page<Model.GroupMembership>;
  readonly "accounts()/groupMemberships()": Model.GroupMembership;
  readonly "accounts()/groupMemberships()/group": Model.Group;
  readonly "accounts()/targetSystem": Model.TargetSystem;
  readonly "accounts()/user": Model.User;
  readonly "analyses": Page<Model.Analysis>;
  readonly "analyses()": Model.Analysis;
  readonly "analyses()/rows": Page<Model.AnalysisRow>;
  readonly "analyses()/rows()": Model.AnalysisRow;
  readonly "analyses()/rows()/group": Model.Group;
  readonly "analyses()/rows()/person": Model.Person;
  readonly "analyses()/rows()/request": Model.Request;
  readonly "analyses()/rows()/role": Model.Role;
  readonly "analyses()/rows()/targetSystem": Model.TargetSystem;
  readonly "analyses()/starter": Model.Person;
  readonly "analyses()/suggestions": Page<Model.RoleSuggestion>;
  readonly "authChains": Page<Model.AuthChain>;
  readonly "authChains()": Model.AuthChain;
  readonly "authChains()/versions": Page<Model.AuthChainVersion>;
  readonly "authChains()/versions()": Model.AuthChainVersion;
  readonly "catalogueItems": Page<Model.CatalogueItem>;
  readonly "catalogueItems()": Model.CatalogueItem;
  readonly "checkouts": Page<Model.Checkout>;
  readonly "checkouts()": Model.Checkout;
  readonly "checkouts()/commands": Page<Model.ListedCommand>;
  readonly "checkouts()/commands()": Model.ListedCommand;
  readonly "checkouts()/disclosures": Page<Model.Disclosure>;
  readonly "checkouts()/disclosures()": Model.Disclosure;
  readonly "checkouts()/managedAccount": Model.ManagedAccount;
  readonly "checkouts()/user": Model.Person;
  readonly "clients": Page<Model.Client>;
  readonly "clients()": Model.Client;
  readonly "clients()/tokens": Page<Model.ClientToken>;
  readonly "clients()/tokens()": Model.ClientToken;
  readonly "clients()/tokens()/user": Model.Person;
  readonly "clients()/user": Model.Person;
  readonly "delegations": Page<Model.Delegation>;
  readonly "delegations()": Model.Delegation;
  readonly "delegations()/delegate": Model.Person;
  readonly "delegations()/delegator": Model.Person;
  readonly "enforcementRuns": Page<Model.EnforcementRun>;
  readonly "enforcementRuns()": Model.EnforcementRun;
  readonly "enforcementRuns()/items": Page<Model.EnforcementItem>;
  readonly "enforcementRuns()/items()": Model.EnforcementItem;
  readonly "enforcementRuns()/items()/person": Model.Person;
  readonly "grants": Page<Model.Grant>;
  readonly "grants()": Model.Grant;
  readonly "grants()/account": Model.Account;
  readonly "grants()/group": Model.Group;
  readonly "grants()/request": Model.Request;
  readonly "grants()/targetSystem": Model.TargetSystem;
  readonly "grants()/user": Model.Person;
  readonly "groups": Page<Model.Group>;
  readonly "groups()": Model.Group;
  readonly "groups()/attributes": Page<Model.GroupAttribute>;
  readonly "groups()/attributes()": Model.GroupAttribute;
  readonly "groups()/grants": Page<Model.Grant>;
  readonly "groups()/members": Page<Model.Account>;
  readonly "groups()/owners": Page<Model.User>;
  readonly "groups()/targetSystem": Model.TargetSystem;
  readonly "importRules": Page<Model.ImportRule>;
  readonly "importRules()": Model.ImportRule;
  readonly "managedAccountDependants": Page<Model.ManagedAccountDependant>;
  readonly "managedAccountDependants()": Model.ManagedAccountDependant;
  readonly "managedAccounts": Page<Model.ManagedAccount>;
  readonly "managedAccounts()": Model.ManagedAccount;
  readonly "managedAccounts()/passwordHistory": Page<Model.VaultEntry>;
  readonly "managedAccounts()/passwordHistory()": Model.VaultEntry;
  readonly "managedHosts": Page<Model.ManagedHost>;
  readonly "managedHosts()": Model.ManagedHost;
  readonly "managedSystemPolicies": Page<Model.ManagedSystemPolicy>;
  readonly "managedSystemPolicies()": Model.ManagedSystemPolicy;
  readonly "managedSystemPolicies()/commands": Page<Model.ListedCommand>;
  readonly "managedSystemPolicies()/commands()": Model.ListedCommand;
  readonly "managedSystemPolicies()/managedAccounts": Page<Model.ManagedAccount>;
  readonly "managedSystemPolicies()/managedAccounts()": Model.ManagedAccount;
  readonly "managedSystemPolicies()/managedSystems": Page<Model.ManagedSystem>;
  readonly "managedSystemPolicies()/managedSystems()": Model.ManagedSystem;
  readonly "managedSystemPolicies()/rights": Page<Model.CheckoutRight>;
  readonly "managedSystemPolicies()/rights()": Model.CheckoutRight;
  readonly "managedSystems": Page<Model.ManagedSystem>;
  readonly "managedSystems()": Model.ManagedSystem;
  readonly "managedSystems()/policies": Page<Model.ManagedSystemPolicy>;
  readonly "massResets": Page<Model.MassReset>;
  readonly "massResets()": Model.MassReset;
  readonly "massResets()/items": Page<Model.MassResetAccount>;
  readonly "massResets()/items()": Model.MassResetAccount;
  readonly "massResets()/items()/account": Model.Account;
  readonly "massResets()/items()/person": Model.Person;
  readonly "massResets()/progress": Model.MassResetProgress;
  readonly "massResets()/requester": Model.Person;
  readonly "massResets()/startedBy": Model.Person;
  readonly "massResets()/steps": Page<Model.MassResetStep>;
  readonly "massResets()/steps()": Model.MassResetStep;
  readonly "massResets()/steps()/account": Model.Account;
  readonly "massResets()/steps()/person": Model.Person;
  readonly "massResets()/targets": Page<Model.MassResetTarget>;
  readonly "massResets()/targets()": Model.MassResetTarget;
  readonly "moveReviews": Page<Model.MoveReview>;
  readonly "moveReviews()": Model.MoveReview;
  readonly "moveReviews()/items": Page<Model.MoveReviewItem>;
  readonly "moveReviews()/items()": Model.MoveReviewItem;
  readonly "moveReviews()/reviewer": Model.Person;
  readonly "moveReviews()/user": Model.Person;
  readonly "nodes": Page<Model.Node>;
  readonly "nodes()": Model.Node;
  readonly "nodes/differences": Model.NodeDifferences;
  readonly "nodes/plugIns": Model.PlugIns;
  readonly "nodes/status": Model.NodesStatus;
  readonly "nodes/twins": Model.RowTwins;
  readonly "noticeMails": Page<Model.NoticeMail>;
  readonly "noticeMails()": Model.NoticeMail;
  readonly "notices": Page<Model.Notice>;
  readonly "notices()": Model.Notice;
  readonly "notices()/request": Model.Request;
  readonly "notices()/user": Model.Person;
  readonly "operations": Page<Model.Operation>;
  readonly "operations()": Model.Operation;
  readonly "operations()/account": Model.Account;
  readonly "operations()/group": Model.Group;
  readonly "operations()/targetSystem": Model.TargetSystem;
  readonly "passwordBlocks": Page<Model.PasswordBlock>;
  readonly "passwordBlocks()": Model.PasswordBlock;
  readonly "passwordBlocks()/account": Model.Account;
  readonly "passwordBlocks()/createdBy": Model.Person;
  readonly "passwordBlocks()/user": Model.Person;
  readonly "passwordDeliveries": Page<Model.PasswordDelivery>;
  readonly "passwordDeliveries()": Model.PasswordDelivery;
  readonly "passwordDeliveries()/user": Model.Person;
  readonly "passwordPolicies": Page<Model.PasswordPolicy>;
  readonly "passwordPolicies()": Model.PasswordPolicy;
  readonly "passwordPolicies/breachedList": Model.BreachedListState;
  readonly "passwordQueue": Page<Model.QueuedPassword>;
  readonly "passwordQueue()": Model.QueuedPassword;
  readonly "passwordQueue()/account": Model.Account;
  readonly "passwordQueue()/operation": Model.Operation;
  readonly "passwordQueue()/user": Model.Person;
  readonly "passwordSenders": Page<Model.PasswordSender>;
  readonly "passwordSenders()": Model.PasswordSender;
  readonly "people": Page<Model.Person>;
  readonly "people()": Model.Person;
  readonly "pluginDeliveries": Page<Model.PluginDelivery>;
  readonly "pluginDeliveries()": Model.PluginDelivery;
  readonly "policies": Page<Model.Policy>;
  readonly "policies()": Model.Policy;
  readonly "policies()/versions": Page<Model.PolicyVersion>;
  readonly "policies()/versions()": Model.PolicyVersion;
  readonly "proxyServers": Page<Model.ProxyServer>;
  readonly "proxyServers()": Model.ProxyServer;
  readonly "proxyServers()/status": Model.ProxyStatus;
  readonly "replicationConflicts": Page<Model.ReplicationConflict>;
  readonly "replicationConflicts()": Model.ReplicationConflict;
  readonly "requestBatches": Page<Model.RequestBatch>;
  readonly "requestBatches()": Model.RequestBatch;
  readonly "requestBatches()/members": Page<Model.RequestBatchMember>;
  readonly "requestBatches()/members()": Model.RequestBatchMember;
  readonly "requestBatches()/members()/recipient": Model.Person;
  readonly "requestBatches()/requester": Model.Person;
  readonly "requests": Page<Model.Request>;
  readonly "requests()": Model.Request;
  readonly "requests()/comments": Page<Model.RequestComment>;
  readonly "requests()/comments()": Model.RequestComment;
  readonly "requests()/comments()/person": Model.Person;
  readonly "requests()/decisions": Page<Model.Decision>;
  readonly "requests()/decisions()": Model.Decision;
  readonly "requests()/decisions()/person": Model.Person;
  readonly "requests()/events": Page<Model.RequestEvent>;
  readonly "requests()/events()": Model.RequestEvent;
  readonly "requests()/explain": Model.RequestExplanation;
  readonly "requests()/grants": Page<Model.Grant>;
  readonly "requests()/operations": Page<Model.RequestOperation>;
  readonly "requests()/operations()": Model.RequestOperation;
  readonly "requests()/phases": Page<Model.RequestPhase>;
  readonly "requests()/phases()": Model.RequestPhase;
  readonly "requests()/recipient": Model.Person;
  readonly "requests()/requester": Model.Person;
  readonly "requests()/tickets": Page<Model.Ticket>;
  readonly "requests()/tickets()": Model.Ticket;
  readonly "requests/waitingForMe": Page<Model.Request>;
  readonly "roleSuggestions": Page<Model.RoleSuggestion>;
  readonly "roleSuggestions()": Model.RoleSuggestion;
  readonly "roleSuggestions()/analysis": Model.Analysis;
  readonly "roleSuggestions()/role": Model.Role;
  readonly "roles": Page<Model.Role>;
  readonly "roles()": Model.Role;
  readonly "roles()/assignments": Page<Model.RoleAssignment>;
  readonly "roles()/assignments()": Model.RoleAssignment;
  readonly "roles()/assignments()/person": Model.Person;
  readonly "roles()/containedIn": Page<Model.RoleEntitlement>;
  readonly "roles()/containedIn()": Model.RoleEntitlement;
  readonly "roles()/containedIn()/role": Model.Role;
  readonly "roles()/entitlements": Page<Model.RoleEntitlement>;
  readonly "roles()/entitlements()": Model.RoleEntitlement;
  readonly "roles()/entitlements()/group": Model.Group;
  readonly "roles()/entitlements()/innerRole": Model.Role;
  readonly "roles()/memberships": Page<Model.RoleMember>;
  readonly "roles()/memberships()": Model.RoleMember;
  readonly "roles()/memberships()/person": Model.Person;
  readonly "roles()/owners": Page<Model.Person>;
  readonly "roles()/versions": Page<Model.RoleVersion>;
  readonly "roles()/versions()": Model.RoleVersion;
  readonly "runs": Page<Model.Run>;
  readonly "runs()": Model.Run;
  readonly "runs()/orders": Page<Model.VaultOrder>;
  readonly "runs()/orders()": Model.VaultOrder;
  readonly "runs()/orders()/managedAccount": Model.ManagedAccount;
  readonly "runs()/progress": Model.RunProgress;
  readonly "samlProviders": Page<Model.SamlProvider>;
  readonly "samlProviders()": Model.SamlProvider;
  readonly "sessionLogAnalytics": Page<Model.SessionLogAnalytics>;
  readonly "sessionLogAnalytics()": Model.SessionLogAnalytics;
  readonly "sessionLogData": Page<Model.SessionLogData>;
  readonly "sessionLogData()": Model.SessionLogData;
  readonly "sessionLogs": Page<Model.SessionLog>;
  readonly "sessionLogs()": Model.SessionLog;
  readonly "sessionLogs()/data": Page<Model.SessionLogData>;
  readonly "sessionLogs/summary": Model.SessionLogSummary;
  readonly "settings": Page<Model.Setting>;
  readonly "settings()": Model.Setting;
  readonly "sodRules": Page<Model.SodRule>;
  readonly "sodRules()": Model.SodRule;
  readonly "targetGroups": Page<Model.TargetGroup>;
  readonly "targetGroups()": Model.TargetGroup;
  readonly "targetGroups()/passwordPolicy": Model.PasswordPolicy;
  readonly "targetGroups()/targetSystems": Page<Model.TargetSystem>;
  readonly "targetSystems": Page<Model.TargetSystem>;
  readonly "targetSystems()": Model.TargetSystem;
  readonly "targetSystems()/accounts": Page<Model.Account>;
  readonly "targetSystems()/attributeDefinitions": Page<Model.TargetSystemAttributeDefinition>;
  readonly "targetSystems()/attributeDefinitions()": Model.TargetSystemAttributeDefinition;
  readonly "targetSystems()/credentials": Page<Model.TargetSystemCredential>;
  readonly "targetSystems()/credentials()": Model.TargetSystemCredential;
  readonly "targetSystems()/grants": Page<Model.Grant>;
  readonly "targetSystems()/groups": Page<Model.Group>;
  readonly "targetSystems()/options": Page<Model.TargetSystemOption>;
  readonly "targetSystems()/options()": Model.TargetSystemOption;
  readonly "targetSystems()/targetGroupDetails": Model.TargetGroup;
  readonly "templates": Page<Model.Template>;
  readonly "templates()": Model.Template;
  readonly "ticketSystems": Page<Model.TicketSystem>;
  readonly "ticketSystems()": Model.TicketSystem;
  readonly "tickets": Page<Model.Ticket>;
  readonly "tickets()": Model.Ticket;
  readonly "tickets()/request": Model.Request;
  readonly "userClasses": Page<Model.UserClass>;
  readonly "userClasses()": Model.UserClass;
  readonly "userClasses()/members": Page<Model.UserClassMember>;
  readonly "userClasses()/members()": Model.UserClassMember;
  readonly "userClasses()/members()/person": Model.Person;
  readonly "users": Page<Model.User>;
  readonly "users()": Model.User;
  readonly "users()/accounts": Page<Model.Account>;
  readonly "users()/attributes": Page<Model.UserAttribute>;
  readonly "users()/attributes()": Model.UserAttribute;
  readonly "users()/classes": Page<Model.UserClass>;
  readonly "users()/consents": Page<Model.Consent>;
  readonly "users()/consents()": Model.Consent;
  readonly "users()/credentials": Page<Model.Credential>;
  readonly "users()/credentials()": Model.Credential;
  readonly "users()/grants": Page<Model.Grant>;
  readonly "users()/leaving": Page<Model.LeavingStep>;
  readonly "users()/leaving()": Model.LeavingStep;
  readonly "users()/manager": Model.Person;
  readonly "users()/reports": Page<Model.Person>;
  readonly "users()/roles": Page<Model.Role>;
  readonly "users()/sessions": Page<Model.SessionLog>;
  readonly "users()/sessions()": Model.SessionLog;
  readonly "users()/sponsor": Model.Person;
  readonly "violations": Page<Model.Violation>;
  readonly "violations()": Model.Violation;
  readonly "violations()/person": Model.Person;
  readonly "violations()/rule": Model.SodRule;
  readonly "webhooks": Page<Model.Webhook>;
  readonly "webhooks()": Model.Webhook;
  readonly "webhooks()/deliveries": Page<Model.WebhookDelivery>;
  readonly "webhooks()/deliveries()": Model.WebhookDelivery;
}

/** Bodies and answers of changes by their methods and addresses. */
export interface Changes {
  readonly "POST accessExceptions()/end": {
    body: { readonly reason: string };
    answer: Model.EndedException;
  };
  readonly "POST accounts": {
    body: { readonly targetSystemKey: string; readonly shortId: string; readonly userKey?: string | null; readonly attributeValues?: Model.TargetAttributes | null; readonly attributes?: Model.TargetAttributes | null; readonly password?: string | null };
    answer: Model.Operation;
  };
  readonly "PATCH accounts()": {
    body: { readonly locked?: boolean | null; readonly enabled?: boolean | null; readonly password?: string | null; readonly attributeValues?: Model.TargetAttributes | null; readonly attributes?: Model.TargetAttributes | null; readonly userKey?: string | null };
    answer: Model.Operation | undefined;
  };
  readonly "DELETE accounts()": {
    body: undefined;
    answer: Model.Operation;
  };
  readonly "POST accounts()/changePassword": {
    body: { readonly currentPassword: string; readonly password: string };
    answer: Model.Operation;
  };
  readonly "POST accounts()/resetPassword": {
    body: { readonly password: string; readonly mustChange?: boolean | null };
    answer: Model.Operation;
  };
  readonly "POST accounts()/verifyPassword": {
    body: { readonly password: string };
    answer: Model.Operation;
  };
  readonly "POST analyses": {
    body: { readonly kind: "classCondition" | "phaseSet" | "mandatoryTarget" | "roleVersion" | "enforcement" | "sodRule" | "roleMining"; readonly input: Readonly<Record<string, unknown>> };
    answer: Model.Analysis;
  };
  readonly "POST analyses()/compare": {
    body: undefined;
    answer: Model.ComparedAnalysis;
  };
  readonly "POST analyses()/stop": {
    body: undefined;
    answer: Model.StoppedAnalysis;
  };
  readonly "POST authChains": {
    body: { readonly name: string; readonly stored: { readonly name?: string; readonly description?: string; readonly purpose?: "signIn" | "forgotPassword" | "identify"; readonly position?: number; readonly selectors?: readonly ({ readonly expression: string; readonly match: "set" | "notset" | "equal" | "notequal"; readonly value?: string | null })[]; readonly first: string; readonly steps: Model.ChainSteps }; readonly enabled?: boolean; readonly comment?: string | null; readonly expectedNumber?: number | null; readonly force?: boolean | null };
    answer: Model.AuthChain;
  };
  readonly "PATCH authChains()": {
    body: { readonly stored?: { readonly name?: string; readonly description?: string; readonly purpose?: "signIn" | "forgotPassword" | "identify"; readonly position?: number; readonly selectors?: readonly ({ readonly expression: string; readonly match: "set" | "notset" | "equal" | "notequal"; readonly value?: string | null })[]; readonly first: string; readonly steps: Model.ChainSteps }; readonly enabled?: boolean; readonly comment?: string | null; readonly expectedNumber?: number | null; readonly force?: boolean | null };
    answer: undefined;
  };
  readonly "DELETE authChains()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST authChains()/reset": {
    body: { readonly comment?: string | null; readonly expectedNumber?: number | null; readonly force?: boolean | null };
    answer: Model.ChangedAuthChain;
  };
  readonly "POST authChains()/rollBack": {
    body: { readonly number: number; readonly comment?: string | null; readonly expectedNumber?: number | null; readonly force?: boolean | null };
    answer: Model.ChangedAuthChain;
  };
  readonly "POST authChains/check": {
    body: { readonly chain: Readonly<Record<string, unknown>> };
    answer: Model.AuthChainCheck;
  };
  readonly "POST authChains/try": {
    body: { readonly purpose?: "signIn" | "forgotPassword" | "identify" | null; readonly facts?: Model.ChainFacts | null; readonly outcomes?: Model.ChainOutcomes | null; readonly userName?: string | null; readonly chain?: { readonly name: string; readonly description?: string; readonly purpose?: "signIn" | "forgotPassword" | "identify"; readonly position?: number; readonly selectors?: readonly ({ readonly expression: string; readonly match: "set" | "notset" | "equal" | "notequal"; readonly value?: string | null })[]; readonly first: string; readonly steps: Model.ChainSteps } | null };
    answer: Model.AuthChainTrial;
  };
  readonly "PATCH catalogueItems()": {
    body: { readonly ownerKey?: string | null; readonly risk?: number | null; readonly tags?: readonly (string)[]; readonly longestHours?: number | null; readonly formFields?: readonly ({ readonly name: string; readonly type: "text" | "number" | "date" | "choice" | "flag"; readonly label: string; readonly germanLabel?: string | null; readonly help?: string | null; readonly germanHelp?: string | null; readonly required?: boolean | null; readonly choices?: readonly (string)[] | null; readonly pattern?: string | null; readonly defaultValue?: string | null })[] };
    answer: undefined;
  };
  readonly "POST catalogueItems/fill": {
    body: { readonly text: string };
    answer: Model.CatalogueChanges;
  };
  readonly "POST catalogueItems/set": {
    body: { readonly where: string; readonly ownerKey?: string | null; readonly risk?: number | null; readonly tags?: readonly (string)[]; readonly longestHours?: number | null; readonly formFields?: readonly ({ readonly name: string; readonly type: "text" | "number" | "date" | "choice" | "flag"; readonly label: string; readonly germanLabel?: string | null; readonly help?: string | null; readonly germanHelp?: string | null; readonly required?: boolean | null; readonly choices?: readonly (string)[] | null; readonly pattern?: string | null; readonly defaultValue?: string | null })[] };
    answer: Model.CatalogueChanges;
  };
  readonly "POST catalogueItems/standing": {
    body: { readonly recipientKey?: string | null; readonly keys: readonly (string)[] };
    answer: Model.RecipientStanding;
  };
  readonly "POST catalogueItems/trialFill": {
    body: { readonly text: string };
    answer: Model.CatalogueChanges;
  };
  readonly "POST catalogueItems/trialSet": {
    body: { readonly where: string; readonly ownerKey?: string | null; readonly risk?: number | null; readonly tags?: readonly (string)[]; readonly longestHours?: number | null; readonly formFields?: readonly ({ readonly name: string; readonly type: "text" | "number" | "date" | "choice" | "flag"; readonly label: string; readonly germanLabel?: string | null; readonly help?: string | null; readonly germanHelp?: string | null; readonly required?: boolean | null; readonly choices?: readonly (string)[] | null; readonly pattern?: string | null; readonly defaultValue?: string | null })[] };
    answer: Model.CatalogueChanges;
  };
  readonly "POST checkouts": {
    body: { readonly managedAccountKey: string; readonly reason: string; readonly ticket?: string | null; readonly minutes?: number | null; readonly startAt?: string | null; readonly code?: string | null };
    answer: Model.Checkout;
  };
  readonly "POST checkouts()/checkIn": {
    body: undefined;
    answer: Model.CheckoutState;
  };
  readonly "POST checkouts()/disclose": {
    body: { readonly plugin?: string | null; readonly code?: string | null; readonly heldAt?: string | null };
    answer: Model.DisclosureToken;
  };
  readonly "POST checkouts()/extend": {
    body: { readonly minutes: number; readonly reason: string };
    answer: Model.CheckoutState;
  };
  readonly "POST checkouts()/reveal": {
    body: { readonly token: string };
    answer: Model.Disclosed;
  };
  readonly "POST checkouts()/review": {
    body: { readonly review: string };
    answer: Model.CheckoutState;
  };
  readonly "POST checkouts()/revoke": {
    body: { readonly reason: string };
    answer: Model.CheckoutState;
  };
  readonly "POST checkouts()/runCommand": {
    body: { readonly command: string; readonly code?: string | null };
    answer: Model.RunCommand;
  };
  readonly "POST clients": {
    body: { readonly id: string; readonly displayName?: string | null; readonly grants: readonly ("password" | "authorization_code" | "client_credentials" | "refresh_token")[]; readonly scopes?: readonly ("api" | "openid" | "offline_access")[]; readonly redirectUris?: readonly (string)[]; readonly postLogoutRedirectUris?: readonly (string)[]; readonly firstParty?: boolean; readonly enabled?: boolean; readonly userId?: string | null; readonly isPublic?: boolean };
    answer: Model.AddedClient;
  };
  readonly "PATCH clients()": {
    body: { readonly displayName?: string | null; readonly grants?: readonly ("password" | "authorization_code" | "client_credentials" | "refresh_token")[]; readonly scopes?: readonly ("api" | "openid" | "offline_access")[]; readonly redirectUris?: readonly (string)[]; readonly postLogoutRedirectUris?: readonly (string)[]; readonly firstParty?: boolean; readonly enabled?: boolean; readonly userId?: string | null };
    answer: undefined;
  };
  readonly "DELETE clients()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST clients()/revokeTokens": {
    body: { readonly tokenKey?: string | null };
    answer: Model.EndedTokens;
  };
  readonly "POST clients()/rotateSecret": {
    body: undefined;
    answer: Model.RotatedClientSecret;
  };
  readonly "POST delegations": {
    body: { readonly delegatorKey: string | null; readonly delegateKey?: string | null; readonly requestKey?: string | null; readonly beginsAt?: string | null; readonly endsAt?: string | null; readonly reason: string; readonly delegateId?: string | null };
    answer: Model.Delegation;
  };
  readonly "POST delegations()/accept": {
    body: undefined;
    answer: Model.DelegationState;
  };
  readonly "POST delegations()/end": {
    body: undefined;
    answer: Model.DelegationState;
  };
  readonly "POST delegations()/refuse": {
    body: undefined;
    answer: Model.DelegationState;
  };
  readonly "POST enforcementRuns": {
    body: { readonly kind: "autores" | "rbacenforce"; readonly userKeys?: readonly (string)[] | null; readonly threads?: number | null };
    answer: Model.EnforcementRun;
  };
  readonly "POST enforcementRuns()/confirm": {
    body: undefined;
    answer: Model.ChangedEnforcementRun;
  };
  readonly "POST enforcementRuns()/pause": {
    body: undefined;
    answer: Model.ChangedEnforcementRun;
  };
  readonly "POST enforcementRuns()/resume": {
    body: undefined;
    answer: Model.ChangedEnforcementRun;
  };
  readonly "POST enforcementRuns()/stop": {
    body: undefined;
    answer: Model.ChangedEnforcementRun;
  };
  readonly "POST enforcementRuns/report": {
    body: { readonly kind: "autores" | "rbacenforce"; readonly userKeys?: readonly (string)[] | null };
    answer: Model.DifferencesReport;
  };
  readonly "POST grants()/end": {
    body: { readonly reason: string };
    answer: Model.EndedGrant;
  };
  readonly "POST grants()/extend": {
    body: { readonly until?: string | null; readonly forHours?: number | null; readonly reason?: string | null };
    answer: Model.RequestedExtension;
  };
  readonly "POST groups": {
    body: { readonly targetSystemKey: string; readonly shortId: string; readonly attributeValues?: Model.TargetAttributes | null; readonly attributes?: Model.TargetAttributes | null };
    answer: Model.Operation;
  };
  readonly "PATCH groups()": {
    body: { readonly attributeValues?: Model.TargetAttributes | null; readonly attributes?: Model.TargetAttributes | null; readonly managed?: boolean };
    answer: Model.Operation | undefined;
  };
  readonly "DELETE groups()": {
    body: undefined;
    answer: Model.Operation;
  };
  readonly "POST groups()/manage": {
    body: undefined;
    answer: Model.ManagedGroup;
  };
  readonly "POST groups()/owners": {
    body: { readonly userKey: string };
    answer: undefined;
  };
  readonly "DELETE groups()/owners()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST groups()/setAuthorizationPhases": {
    body: { readonly authorizationPhases?: readonly (AuthorizationPhaseInput)[] | null; readonly phaseInheritance?: "inheritedOnly" | "none" | "add" | null };
    answer: Model.AuthorizedGroup;
  };
  readonly "POST groups()/setFulfilment": {
    body: { readonly fulfilment?: "connector" | "implementer" | "none" | null; readonly implementers?: readonly (ImplementerInput)[] | null };
    answer: Model.FulfilledGroup;
  };
  readonly "POST groups()/unmanage": {
    body: undefined;
    answer: Model.ManagedGroup;
  };
  readonly "POST importRules": {
    body: { readonly sequence: number; readonly objectType: "managedSystem" | "managedAccount"; readonly action: "bind" | "unbind" | "delete"; readonly policyId?: string | null; readonly description?: string | null; readonly condition: string; readonly enabled?: boolean };
    answer: Model.ImportRule;
  };
  readonly "PATCH importRules()": {
    body: { readonly sequence?: number; readonly objectType?: "managedSystem" | "managedAccount"; readonly action?: "bind" | "unbind" | "delete"; readonly policyId?: string | null; readonly description?: string | null; readonly condition?: string; readonly enabled?: boolean };
    answer: undefined;
  };
  readonly "DELETE importRules()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST importRules/trial": {
    body: { readonly targetSystemKey?: string | null; readonly objectsMax?: number | null; readonly ruleKey?: string | null };
    answer: Model.ImportTrial;
  };
  readonly "POST managedAccounts()/disable": {
    body: { readonly reason: string };
    answer: Model.ManagedAccountState;
  };
  readonly "POST managedAccounts()/enable": {
    body: undefined;
    answer: Model.ManagedAccountState;
  };
  readonly "POST managedAccounts()/override": {
    body: { readonly password: string };
    answer: Model.OverriddenAccount;
  };
  readonly "POST managedAccounts()/randomize": {
    body: undefined;
    answer: Model.AskedRun;
  };
  readonly "POST managedAccounts()/verify": {
    body: undefined;
    answer: Model.AskedRun;
  };
  readonly "POST managedAccounts()/vouch": {
    body: { readonly purpose: "breakGlass" | "attend" };
    answer: Model.VouchingCode;
  };
  readonly "POST managedSystemPolicies()/grantRight": {
    body: { readonly right: "see" | "ask" | "preApproved" | "manage" | "breakGlass"; readonly userClassId: string };
    answer: Model.ChangedRight;
  };
  readonly "POST managedSystemPolicies()/listCommand": {
    body: { readonly name: string; readonly command: string };
    answer: Model.ChangedCommand;
  };
  readonly "POST managedSystemPolicies()/randomize": {
    body: { readonly confirm?: boolean };
    answer: Model.AskedRun;
  };
  readonly "POST managedSystemPolicies()/setAuthorizationPhases": {
    body: { readonly authorizationPhases: readonly (AuthorizationPhaseInput)[] };
    answer: Model.AuthorizedPolicy;
  };
  readonly "POST managedSystemPolicies()/unlistCommand": {
    body: { readonly name: string };
    answer: Model.ChangedCommand;
  };
  readonly "POST managedSystemPolicies()/verify": {
    body: undefined;
    answer: Model.AskedRun;
  };
  readonly "POST managedSystemPolicies()/withdrawRight": {
    body: { readonly right: "see" | "ask" | "preApproved" | "manage" | "breakGlass"; readonly userClassId: string };
    answer: Model.ChangedRight;
  };
  readonly "POST massResets": {
    body: { readonly reason: string; readonly action?: "reset" | "onboard" | "offboard"; readonly ends?: readonly ("leave" | "disableUser" | "memberships" | "disableAccounts" | "deleteAccounts")[] | null; readonly templateKey?: string | null; readonly includePrivileged?: boolean; readonly includeOwn?: boolean; readonly condition?: string | null; readonly targetSystemKeys?: readonly (string)[] | null; readonly targetGroupIds?: readonly (string)[] | null; readonly withoutOwner?: boolean; readonly passwordPolicyId?: string | null; readonly mustChange?: boolean; readonly endSessions?: boolean; readonly delivery?: "none" | "file" | "link" | "myAccess"; readonly deliveryHours?: number; readonly canaries?: number; readonly canaryFailuresMax?: number; readonly failuresMax?: number; readonly failureShareMax?: number; readonly ratePerMinute?: number | null; readonly userKeys?: readonly (string)[] | null; readonly accountKeys?: readonly (string)[] | null; readonly file?: string | null; readonly lineOffset?: number | null; readonly skipFaults?: boolean | null };
    answer: Model.MassReset;
  };
  readonly "DELETE massResets()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST massResets()/choose": {
    body: { readonly userKeys?: readonly (string)[] | null; readonly accountKeys?: readonly (string)[] | null; readonly file?: string | null; readonly lineOffset?: number | null; readonly skipFaults?: boolean | null };
    answer: Model.ChosenMore;
  };
  readonly "POST massResets()/pause": {
    body: undefined;
    answer: Model.ChangedMassReset;
  };
  readonly "POST massResets()/resume": {
    body: undefined;
    answer: Model.ChangedMassReset;
  };
  readonly "POST massResets()/start": {
    body: { readonly expectCount: number; readonly confirm?: boolean | null };
    answer: Model.StartedMassReset;
  };
  readonly "POST massResets()/stop": {
    body: undefined;
    answer: Model.ChangedMassReset;
  };
  readonly "POST massResets()/trial": {
    body: { readonly accountsMax?: number | null };
    answer: Model.MassResetTrial;
  };
  readonly "POST moveReviews()/answer": {
    body: { readonly answer: "keep" | "end"; readonly items?: readonly (string)[] | null; readonly reason?: string | null };
    answer: Model.AnsweredMoveReview;
  };
  readonly "PATCH nodes()": {
    body: { readonly description?: string | null; readonly publicAddress?: string | null };
    answer: undefined;
  };
  readonly "POST nodes()/compare": {
    body: undefined;
    answer: Model.ComparedNode;
  };
  readonly "POST nodes()/expel": {
    body: undefined;
    answer: Model.SteppedNode;
  };
  readonly "POST nodes()/pause": {
    body: undefined;
    answer: Model.SteppedNode;
  };
  readonly "POST nodes()/repair": {
    body: undefined;
    answer: Model.RepairedNode;
  };
  readonly "POST nodes()/resume": {
    body: undefined;
    answer: Model.SteppedNode;
  };
  readonly "POST nodes()/takeOver": {
    body: undefined;
    answer: Model.TakenOverNode;
  };
  readonly "POST nodes/invite": {
    body: { readonly name: string };
    answer: Model.NodeInvitation;
  };
  readonly "PATCH notices()": {
    body: { readonly read?: boolean };
    answer: undefined;
  };
  readonly "POST operations()/abort": {
    body: undefined;
    answer: Model.Operation;
  };
  readonly "POST operations()/confirm": {
    body: undefined;
    answer: Model.Operation;
  };
  readonly "POST passwordBlocks": {
    body: { readonly userKey?: string | null; readonly accountKey?: string | null; readonly reason: string; readonly beginsAt?: string | null; readonly endsAt?: string | null };
    answer: Model.PasswordBlock;
  };
  readonly "POST passwordBlocks()/lift": {
    body: undefined;
    answer: Model.LiftedPasswordBlock;
  };
  readonly "POST passwordDeliveries()/download": {
    body: { readonly publicKey?: string | null; readonly passphrase?: string | null };
    answer: Model.DownloadedPasswords;
  };
  readonly "POST passwordDeliveries()/reveal": {
    body: { readonly code: string };
    answer: Model.RevealedPasswords;
  };
  readonly "POST passwordPolicies": {
    body: { readonly id: string; readonly description: string; readonly preset?: "initial" | "nist" | null; readonly length?: { readonly minLength?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly maxLength?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly character?: { readonly minUpper?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly minLower?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly minDigits?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly minSpecial?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly maxRepeat?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly maxSequence?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly beginsWithLetter?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly allowedChars?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly forbiddenChars?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly dictionary?: { readonly notProfileId?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notNameParts?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notDictionary?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notCommon?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notOwnWords?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notBreached?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly history?: { readonly notHistory?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notOldPasswordSimilar?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly custom?: { readonly regex?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly plugin?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } } };
    answer: Model.PasswordPolicy;
  };
  readonly "PATCH passwordPolicies()": {
    body: { readonly description?: string; readonly length?: { readonly minLength?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly maxLength?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly character?: { readonly minUpper?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly minLower?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly minDigits?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly minSpecial?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly maxRepeat?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly maxSequence?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly beginsWithLetter?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly allowedChars?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly forbiddenChars?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly dictionary?: { readonly notProfileId?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notNameParts?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notDictionary?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notCommon?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notOwnWords?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notBreached?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly history?: { readonly notHistory?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly notOldPasswordSimilar?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } }; readonly custom?: { readonly regex?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null }; readonly plugin?: { readonly mode?: "required" | "warning" | "disabled"; readonly value?: number | string | null; readonly message?: string | null } } };
    answer: undefined;
  };
  readonly "DELETE passwordPolicies()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST passwordPolicies()/check": {
    body: { readonly password: string; readonly userKey?: string | null; readonly accountKey?: string | null };
    answer: Model.JudgedPassword;
  };
  readonly "POST passwordPolicies()/generate": {
    body: { readonly count?: number | null; readonly form?: "password" | "passphrase" | null; readonly length?: number | null; readonly words?: number | null };
    answer: Model.GeneratedPasswords;
  };
  readonly "POST passwordQueue()/drop": {
    body: undefined;
    answer: Model.DroppedQueuedPassword;
  };
  readonly "POST passwordQueue()/retry": {
    body: undefined;
    answer: Model.RetriedQueuedPassword;
  };
  readonly "POST passwordSenders": {
    body: { readonly targetSystemKey: string; readonly name: string };
    answer: Model.InvitedPasswordSender;
  };
  readonly "DELETE passwordSenders()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST passwordSenders()/revoke": {
    body: undefined;
    answer: Model.RevokedPasswordSender;
  };
  readonly "POST pluginDeliveries()/retry": {
    body: undefined;
    answer: Model.RetriedPluginDelivery;
  };
  readonly "PATCH policies()": {
    body: { readonly expression?: string | null; readonly enabled?: boolean; readonly comment?: string | null; readonly expectedNumber?: number | null; readonly force?: boolean | null };
    answer: undefined;
  };
  readonly "POST policies()/check": {
    body: { readonly expression: string };
    answer: Model.PolicyCheck;
  };
  readonly "POST policies()/explain": {
    body: { readonly userId: string; readonly resource?: Model.PolicyResource | null };
    answer: Model.PolicyExplanation;
  };
  readonly "POST policies()/reset": {
    body: { readonly comment?: string | null; readonly expectedNumber?: number | null; readonly force?: boolean | null };
    answer: Model.ChangedPolicy;
  };
  readonly "POST policies()/rollBack": {
    body: { readonly number: number; readonly comment?: string | null; readonly expectedNumber?: number | null; readonly force?: boolean | null };
    answer: Model.ChangedPolicy;
  };
  readonly "POST policies/dryRun": {
    body: { readonly policies: readonly ({ readonly name: string; readonly expression: string })[]; readonly usersMax?: number | null };
    answer: Model.DryRun;
  };
  readonly "POST proxyServers()/invite": {
    body: { readonly replace?: boolean };
    answer: { readonly proxyId: string; readonly token: string; readonly expiresAt: string };
  };
  readonly "POST proxyServers()/revoke": {
    body: undefined;
    answer: Model.RevokedProxy;
  };
  readonly "POST replicationConflicts()/accept": {
    body: { readonly lostStamp: string };
    answer: Model.SettledConflict;
  };
  readonly "POST replicationConflicts()/revert": {
    body: { readonly lostStamp: string };
    answer: Model.SettledConflict;
  };
  readonly "POST requestBatches()/cancel": {
    body: { readonly after?: string | null };
    answer: Model.CancelledBatch;
  };
  readonly "POST requestBatches()/decide": {
    body: { readonly phase: number; readonly decision: "approve" | "deny" | "abstain"; readonly comment?: string | null; readonly except?: readonly (string)[] | null; readonly seen?: readonly ({ readonly requestKey: string; readonly editedAt: string })[] | null; readonly after?: string | null };
    answer: Model.DecidedBatch;
  };
  readonly "POST requests": {
    body: { readonly recipientKey: string | null; readonly reason?: string | null; readonly startAt?: string | null; readonly operations: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null })[] };
    answer: Model.Request;
  };
  readonly "POST requests()/acceptTask": {
    body: { readonly operation: number; readonly expect?: { readonly recipient?: string | null; readonly operations?: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null; readonly sequence?: number | null })[] } | null };
    answer: Model.AnsweredTask;
  };
  readonly "POST requests()/answer": {
    body: { readonly question: string; readonly text: string };
    answer: Model.WrittenComment;
  };
  readonly "POST requests()/ask": {
    body: { readonly text: string };
    answer: Model.WrittenComment;
  };
  readonly "POST requests()/cancel": {
    body: undefined;
    answer: Model.CancelledRequest;
  };
  readonly "POST requests()/comment": {
    body: { readonly text: string };
    answer: Model.WrittenComment;
  };
  readonly "POST requests()/completeTask": {
    body: { readonly operation: number; readonly expect?: { readonly recipient?: string | null; readonly operations?: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null; readonly sequence?: number | null })[] } | null; readonly shortId?: string | null; readonly stableId?: string | null; readonly reason?: string | null };
    answer: Model.AnsweredTask;
  };
  readonly "POST requests()/decide": {
    body: { readonly phase: number; readonly decision: "approve" | "deny" | "abstain"; readonly operations?: readonly (number)[] | null; readonly comment?: string | null; readonly expect?: { readonly recipient?: string | null; readonly operations?: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null; readonly sequence?: number | null })[] } | null };
    answer: Model.RecordedDecision;
  };
  readonly "POST requests()/declineTask": {
    body: { readonly operation: number; readonly expect?: { readonly recipient?: string | null; readonly operations?: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null; readonly sequence?: number | null })[] } | null; readonly reason?: string | null };
    answer: Model.AnsweredTask;
  };
  readonly "POST requests()/edit": {
    body: { readonly operations: readonly ({ readonly sequence: number; readonly accountKey?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null })[] };
    answer: Model.EditedRequest;
  };
  readonly "POST requests()/escalate": {
    body: { readonly phase: number; readonly userKey?: string | null };
    answer: Model.EscalatedPhase;
  };
  readonly "POST requests()/failTask": {
    body: { readonly operation: number; readonly expect?: { readonly recipient?: string | null; readonly operations?: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null; readonly sequence?: number | null })[] } | null; readonly reason: string };
    answer: Model.AnsweredTask;
  };
  readonly "POST requests()/handOnTask": {
    body: { readonly operation: number; readonly expect?: { readonly recipient?: string | null; readonly operations?: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null; readonly sequence?: number | null })[] } | null; readonly userKey: string; readonly reason?: string | null };
    answer: Model.AnsweredTask;
  };
  readonly "POST requests()/override": {
    body: { readonly phase: number; readonly decision: "approve" | "deny"; readonly comment: string; readonly expect?: { readonly recipient?: string | null; readonly operations?: readonly ({ readonly code: string; readonly targetSystemKey?: string | null; readonly accountKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly sodRuleKey?: string | null; readonly control?: string | null; readonly attributes?: Model.TargetAttributes | null; readonly until?: string | null; readonly forHours?: number | null; readonly form?: Model.FormValues | null; readonly sequence?: number | null })[] } | null };
    answer: Model.RecordedDecision;
  };
  readonly "POST requests()/resolveHold": {
    body: { readonly decision: "release" | "deny" | "assign"; readonly reason: string; readonly userKeys?: readonly (string)[] | null; readonly minApprovals?: number | null };
    answer: Model.ResolvedHold;
  };
  readonly "POST requests()/resubmit": {
    body: { readonly comment: string };
    answer: Model.WrittenComment;
  };
  readonly "POST requests()/revealTaskPassword": {
    body: { readonly operation: number };
    answer: Model.TaskPassword;
  };
  readonly "POST requests()/sendBack": {
    body: { readonly phase: number; readonly comment: string };
    answer: Model.WrittenComment;
  };
  readonly "POST requests()/unapprove": {
    body: { readonly phase: number };
    answer: Model.UnapprovedPhase;
  };
  readonly "POST roleSuggestions()/draft": {
    body: { readonly id: string; readonly withPeople?: boolean | null };
    answer: Model.DraftedRole;
  };
  readonly "POST roles": {
    body: { readonly id: string; readonly draft?: { readonly description?: string | null; readonly condition?: string | null; readonly surplus?: "none" | "remove" | "exception" | "request"; readonly deficit?: "none" | "add" | "exception" | "removal"; readonly asksPhases?: boolean; readonly entitlements?: readonly ({ readonly kind: "account" | "membership" | "role"; readonly targetSystemKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly attributes?: Model.TargetAttributes | null })[]; readonly comment?: string | null; readonly number?: number | null } | null };
    answer: Model.Role;
  };
  readonly "PATCH roles()": {
    body: { readonly draft?: { readonly description?: string | null; readonly condition?: string | null; readonly surplus?: "none" | "remove" | "exception" | "request"; readonly deficit?: "none" | "add" | "exception" | "removal"; readonly asksPhases?: boolean; readonly entitlements?: readonly ({ readonly kind: "account" | "membership" | "role"; readonly targetSystemKey?: string | null; readonly groupKey?: string | null; readonly roleKey?: string | null; readonly attributes?: Model.TargetAttributes | null })[]; readonly comment?: string | null; readonly number?: number | null } | null };
    answer: undefined;
  };
  readonly "DELETE roles()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST roles()/assignments": {
    body: { readonly userKey: string; readonly because: "named" | "excluded"; readonly reason: string; readonly until?: string | null };
    answer: Model.RoleAssignment;
  };
  readonly "DELETE roles()/assignments()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST roles()/discardDraft": {
    body: undefined;
    answer: Model.DiscardedDraft;
  };
  readonly "POST roles()/putInForce": {
    body: { readonly number?: number | null; readonly force?: boolean | null };
    answer: Model.RoleInForce;
  };
  readonly "POST roles()/retire": {
    body: undefined;
    answer: Model.RetiredRole;
  };
  readonly "POST roles()/setAuthorizationPhases": {
    body: { readonly authorizationPhases: readonly (AuthorizationPhaseInput)[] };
    answer: Model.AuthorizedRole;
  };
  readonly "POST roles()/setOwners": {
    body: { readonly userKeys: readonly (string)[] };
    answer: Model.OwnedRole;
  };
  readonly "POST runs()/pause": {
    body: undefined;
    answer: Model.AskedRun;
  };
  readonly "POST runs()/resume": {
    body: undefined;
    answer: Model.AskedRun;
  };
  readonly "POST runs()/stop": {
    body: undefined;
    answer: Model.AskedRun;
  };
  readonly "POST samlProviders": {
    body: { readonly id: string; readonly description?: string | null; readonly entryPoint: string; readonly issuer: string; readonly certificates: readonly (string)[]; readonly entityId?: string | null; readonly nameAttribute?: string | null; readonly userAttribute?: string | null; readonly signatureAlgorithms?: readonly ("rsa-sha256" | "rsa-sha512" | "rsa-pss-sha256")[] | null; readonly clockSkewSeconds?: number; readonly userClass?: string | null; readonly superusers?: boolean; readonly enabled?: boolean };
    answer: Model.SamlProvider;
  };
  readonly "PATCH samlProviders()": {
    body: { readonly description?: string | null; readonly entryPoint?: string; readonly issuer?: string; readonly certificates?: readonly (string)[]; readonly entityId?: string | null; readonly nameAttribute?: string | null; readonly userAttribute?: string | null; readonly signatureAlgorithms?: readonly ("rsa-sha256" | "rsa-sha512" | "rsa-pss-sha256")[] | null; readonly clockSkewSeconds?: number; readonly userClass?: string | null; readonly superusers?: boolean; readonly enabled?: boolean };
    answer: undefined;
  };
  readonly "DELETE samlProviders()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST sessionLogData/verify": {
    body: { readonly from?: string | null; readonly to?: string | null; readonly continueAt?: string | null };
    answer: Model.CheckedAuditPart;
  };
  readonly "PATCH settings()": {
    body: { readonly value?: unknown };
    answer: undefined;
  };
  readonly "POST simulations": {
    body: { readonly resourceType: "targetSystem" | "managedGroup" | "managedSystemPolicy" | "template"; readonly resourceKey: string; readonly phases: readonly (AuthorizationPhaseInput)[]; readonly last?: number | null };
    answer: Model.SimulationResult;
  };
  readonly "POST sodRules": {
    body: { readonly id: string; readonly description?: string; readonly severity?: "low" | "medium" | "high" | "critical"; readonly answer?: "forbidden" | "phase" | "exception"; readonly atLeast?: number; readonly enabled?: boolean; readonly parts: readonly (SodPartInput)[]; readonly authorizationPhases?: readonly (AuthorizationPhaseInput)[] };
    answer: Model.SodRule;
  };
  readonly "PATCH sodRules()": {
    body: { readonly description?: string; readonly severity?: "low" | "medium" | "high" | "critical"; readonly answer?: "forbidden" | "phase" | "exception"; readonly atLeast?: number; readonly enabled?: boolean; readonly parts?: readonly (SodPartInput)[]; readonly authorizationPhases?: readonly (AuthorizationPhaseInput)[] };
    answer: undefined;
  };
  readonly "DELETE sodRules()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST sodRules()/setAuthorizationPhases": {
    body: { readonly authorizationPhases: readonly (AuthorizationPhaseInput)[] };
    answer: Model.AuthorizedSodRule;
  };
  readonly "POST targetGroups": {
    body: { readonly id: string; readonly description?: string | null; readonly helpUrl?: string | null; readonly syncPasswords?: boolean; readonly uniquePasswords?: boolean; readonly passwordChangeRestriction?: "anyNumber" | "allAccounts" | "oneAccount"; readonly passwordQueueMode?: "none" | "manual" | "automatic"; readonly passwordPolicyId?: string };
    answer: Model.TargetGroup;
  };
  readonly "PATCH targetGroups()": {
    body: { readonly description?: string | null; readonly helpUrl?: string | null; readonly syncPasswords?: boolean; readonly uniquePasswords?: boolean; readonly passwordChangeRestriction?: "anyNumber" | "allAccounts" | "oneAccount"; readonly passwordQueueMode?: "none" | "manual" | "automatic"; readonly passwordPolicyId?: string };
    answer: undefined;
  };
  readonly "DELETE targetGroups()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST targetGroups()/resetPasswords": {
    body: { readonly userKey: string; readonly password: string; readonly mustChange?: boolean | null };
    answer: Model.Operation;
  };
  readonly "POST targetSystems": {
    body: { readonly id: string; readonly type?: string | null; readonly description: string | null; readonly address?: Model.TargetSystemAddress | null; readonly targetGroup?: string; readonly helpUrl?: string | null; readonly mode?: "automatic" | "manual"; readonly fulfilment?: "connector" | "implementer" | "none"; readonly confirmBy?: "person" | "discovery"; readonly enabled?: boolean; readonly sourceOfProfiles?: boolean; readonly autoAttachBy?: string | null; readonly groupOwnerAttribute?: string | null; readonly passwordSenderOffline?: "accept" | "refuse"; readonly proxyServers?: readonly (string)[]; readonly listSchedule?: string | null; readonly authorizationPhases?: readonly (AuthorizationPhaseInput)[]; readonly implementers?: readonly (ImplementerInput)[]; readonly newIdCaseSetProgram?: string | null; readonly stillApplicablePlugin?: string | null; readonly ticketSystem?: string | null; readonly networkResourcePlatform?: string | null; readonly autoApprove?: boolean; readonly userAccountsMandatory?: boolean; readonly allowClaimAccounts?: boolean; readonly allowPasswordChange?: boolean; readonly allowAccountUnlock?: boolean; readonly allowPasswordVerify?: boolean; readonly verifyAfterReset?: boolean; readonly createPrivilegeManagedSystem?: boolean; readonly allowAccountEnable?: boolean; readonly automaticallyDiscoverResourcesToLoad?: boolean; readonly context_strict?: boolean };
    answer: Model.TargetSystem;
  };
  readonly "PATCH targetSystems()": {
    body: { readonly type?: string | null; readonly description?: string | null; readonly address?: Model.TargetSystemAddress | null; readonly targetGroup?: string; readonly helpUrl?: string | null; readonly mode?: "automatic" | "manual"; readonly fulfilment?: "connector" | "implementer" | "none"; readonly confirmBy?: "person" | "discovery"; readonly enabled?: boolean; readonly sourceOfProfiles?: boolean; readonly autoAttachBy?: string | null; readonly groupOwnerAttribute?: string | null; readonly passwordSenderOffline?: "accept" | "refuse"; readonly proxyServers?: readonly (string)[]; readonly listSchedule?: string | null; readonly authorizationPhases?: readonly (AuthorizationPhaseInput)[]; readonly implementers?: readonly (ImplementerInput)[]; readonly newIdCaseSetProgram?: string | null; readonly stillApplicablePlugin?: string | null; readonly ticketSystem?: string | null; readonly networkResourcePlatform?: string | null; readonly autoApprove?: boolean; readonly userAccountsMandatory?: boolean; readonly allowClaimAccounts?: boolean; readonly allowPasswordChange?: boolean; readonly allowAccountUnlock?: boolean; readonly allowPasswordVerify?: boolean; readonly verifyAfterReset?: boolean; readonly createPrivilegeManagedSystem?: boolean; readonly allowAccountEnable?: boolean; readonly automaticallyDiscoverResourcesToLoad?: boolean; readonly context_strict?: boolean };
    answer: undefined;
  };
  readonly "DELETE targetSystems()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST targetSystems()/attributeDefinitions": {
    body: { readonly attribute: string; readonly discoveredObjectType: "user" | "group" | "computer" | "ou" | "subscriber"; readonly mappedAttribute?: string | null; readonly type?: "string" | "number" | "boolean" | "dateTime"; readonly actionOnCreate?: "ignore" | "set" | "copy"; readonly actionOnUpdate?: "ignore" | "set" | "copy"; readonly sequence?: number; readonly minValues?: number; readonly maxValues?: number; readonly loadFromTarget?: boolean; readonly valueRegex?: string | null; readonly mayGiveRights?: boolean };
    answer: Model.TargetSystemAttributeDefinition;
  };
  readonly "PATCH targetSystems()/attributeDefinitions()": {
    body: { readonly attribute?: string; readonly discoveredObjectType?: "user" | "group" | "computer" | "ou" | "subscriber"; readonly mappedAttribute?: string | null; readonly type?: "string" | "number" | "boolean" | "dateTime"; readonly actionOnCreate?: "ignore" | "set" | "copy"; readonly actionOnUpdate?: "ignore" | "set" | "copy"; readonly sequence?: number; readonly minValues?: number; readonly maxValues?: number; readonly loadFromTarget?: boolean; readonly valueRegex?: string | null; readonly mayGiveRights?: boolean };
    answer: undefined;
  };
  readonly "DELETE targetSystems()/attributeDefinitions()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST targetSystems()/credentials": {
    body: { readonly administratorId: string; readonly password?: string | null; readonly runAs?: boolean; readonly isSystemPassword?: boolean; readonly useOrder?: number; readonly managedAccountKey?: string | null };
    answer: Model.TargetSystemCredential;
  };
  readonly "POST targetSystems()/credentials()": {
    body: { readonly administratorId: string; readonly password?: string | null; readonly runAs?: boolean; readonly isSystemPassword?: boolean; readonly useOrder?: number; readonly managedAccountKey?: string | null };
    answer: undefined;
  };
  readonly "PATCH targetSystems()/credentials()": {
    body: { readonly administratorId?: string; readonly password?: string | null; readonly runAs?: boolean; readonly isSystemPassword?: boolean; readonly useOrder?: number; readonly managedAccountKey?: string | null };
    answer: undefined;
  };
  readonly "DELETE targetSystems()/credentials()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST targetSystems()/discover": {
    body: undefined;
    answer: Model.Operation;
  };
  readonly "PATCH targetSystems()/options()": {
    body: { readonly value?: unknown };
    answer: undefined;
  };
  readonly "POST targetSystems()/testConnection": {
    body: undefined;
    answer: Model.Operation;
  };
  readonly "POST targetSystems()/trialManagedGroups": {
    body: { readonly automatically: boolean };
    answer: Model.ManagedGroupsTrial;
  };
  readonly "POST targetSystems()/unmanageDiscoveredGroups": {
    body: undefined;
    answer: Model.UnmanagedGroups;
  };
  readonly "POST templates": {
    body: { readonly name: string; readonly description?: string; readonly helpUrl?: string | null; readonly enabled?: boolean; readonly usableBy?: string | null; readonly recipients?: string | null; readonly operations: readonly ({ readonly code: "ACUA" | "DELU" | "DNAU" | "ENAU" | "GRUA" | "GRUD" | "CRTG" | "DELG" | "GROA" | "GROD" | "UPDA" | "UPDG" | "UNLK"; readonly targetSystemKey: string; readonly groupKey?: string | null; readonly account?: "own" | "created" | "ownOrCreated" | null; readonly attributes?: Model.TargetAttributes | null; readonly form?: Model.FormValues | null; readonly until?: string | null; readonly forHours?: number | null })[]; readonly formFields?: readonly ({ readonly name: string; readonly type: "text" | "number" | "date" | "choice" | "flag"; readonly label: string; readonly germanLabel?: string | null; readonly help?: string | null; readonly germanHelp?: string | null; readonly required?: boolean | null; readonly choices?: readonly (string)[] | null; readonly pattern?: string | null; readonly defaultValue?: string | null })[] };
    answer: Model.Template;
  };
  readonly "PATCH templates()": {
    body: { readonly name?: string; readonly description?: string; readonly helpUrl?: string | null; readonly enabled?: boolean; readonly usableBy?: string | null; readonly recipients?: string | null; readonly operations?: readonly ({ readonly code: "ACUA" | "DELU" | "DNAU" | "ENAU" | "GRUA" | "GRUD" | "CRTG" | "DELG" | "GROA" | "GROD" | "UPDA" | "UPDG" | "UNLK"; readonly targetSystemKey: string; readonly groupKey?: string | null; readonly account?: "own" | "created" | "ownOrCreated" | null; readonly attributes?: Model.TargetAttributes | null; readonly form?: Model.FormValues | null; readonly until?: string | null; readonly forHours?: number | null })[]; readonly formFields?: readonly ({ readonly name: string; readonly type: "text" | "number" | "date" | "choice" | "flag"; readonly label: string; readonly germanLabel?: string | null; readonly help?: string | null; readonly germanHelp?: string | null; readonly required?: boolean | null; readonly choices?: readonly (string)[] | null; readonly pattern?: string | null; readonly defaultValue?: string | null })[] };
    answer: undefined;
  };
  readonly "DELETE templates()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST templates()/request": {
    body: { readonly recipientKeys: readonly (string)[]; readonly form?: Model.FormValues | null; readonly reason?: string | null; readonly startAt?: string | null };
    answer: Model.SubmittedBatch;
  };
  readonly "POST templates()/setAuthorizationPhases": {
    body: { readonly authorizationPhases: readonly (AuthorizationPhaseInput)[] };
    answer: Model.AuthorizedTemplate;
  };
  readonly "POST templates()/trialRequest": {
    body: { readonly recipientKeys: readonly (string)[]; readonly form?: Model.FormValues | null };
    answer: Model.TriedTemplate;
  };
  readonly "POST ticketSystems": {
    body: { readonly id: string; readonly description?: string | null; readonly plugin: string; readonly fields?: readonly ("requester" | "recipient" | "reason" | "objects")[] | null; readonly opens?: "performing" | "waiting"; readonly whenDone?: "note" | "completeTask" | "endAccess"; readonly whenRejected?: "note" | "cancel" | "endAccess"; readonly enabled?: boolean };
    answer: Model.AddedTicketSystem;
  };
  readonly "PATCH ticketSystems()": {
    body: { readonly description?: string | null; readonly plugin?: string; readonly fields?: readonly ("requester" | "recipient" | "reason" | "objects")[] | null; readonly opens?: "performing" | "waiting"; readonly whenDone?: "note" | "completeTask" | "endAccess"; readonly whenRejected?: "note" | "cancel" | "endAccess"; readonly enabled?: boolean };
    answer: undefined;
  };
  readonly "DELETE ticketSystems()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST ticketSystems()/rotateSecret": {
    body: { readonly overlapHours?: number | null };
    answer: Model.RotatedTicketSecret;
  };
  readonly "POST userClasses": {
    body: { readonly id: string; readonly description: string; readonly condition?: string | null; readonly passwordPolicyId?: string | null; readonly force?: boolean | null };
    answer: Model.UserClass;
  };
  readonly "PATCH userClasses()": {
    body: { readonly description?: string; readonly condition?: string | null; readonly passwordPolicyId?: string | null; readonly force?: boolean | null };
    answer: undefined;
  };
  readonly "DELETE userClasses()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST userClasses()/members": {
    body: { readonly userKey: string };
    answer: Model.UserClassMember;
  };
  readonly "DELETE userClasses()/members()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST userClasses/trial": {
    body: { readonly condition: string; readonly peopleMax?: number | null };
    answer: Model.UserClassTrial;
  };
  readonly "POST users": {
    body: { readonly id: string; readonly displayName?: string | null; readonly mail?: string | null; readonly managerKey?: string | null; readonly startsAt?: string | null; readonly endsAt?: string | null; readonly sponsorKey?: string | null; readonly timeZone?: string | null; readonly calendar?: string | null };
    answer: Model.User;
  };
  readonly "PATCH users()": {
    body: { readonly id?: string; readonly displayName?: string | null; readonly mail?: string | null; readonly managerKey?: string | null; readonly startsAt?: string | null; readonly endsAt?: string | null; readonly sponsorKey?: string | null; readonly timeZone?: string | null; readonly calendar?: string | null };
    answer: undefined;
  };
  readonly "POST users()/answerIdentification": {
    body: { readonly attempt: string; readonly fields: Model.AnsweredFields };
    answer: Model.Identification;
  };
  readonly "POST users()/answerProof": {
    body: { readonly attempt: string; readonly fields: Model.AnsweredFields };
    answer: Model.Proof;
  };
  readonly "POST users()/beginOneTimeCode": {
    body: undefined;
    answer: Model.BegunOneTimeCode;
  };
  readonly "POST users()/beginPasskey": {
    body: undefined;
    answer: Model.BegunPasskey;
  };
  readonly "POST users()/chooseNotices": {
    body: { readonly delivery?: "atOnce" | "daily" | "none" | null; readonly digestHour?: number | null; readonly language?: string | null };
    answer: Model.ChosenNotices;
  };
  readonly "POST users()/claimAccount": {
    body: { readonly targetSystemKey: string; readonly shortId: string; readonly password: string };
    answer: Model.Operation;
  };
  readonly "POST users()/confirmOneTimeCode": {
    body: { readonly code: string };
    answer: Model.ConfirmedOneTimeCode;
  };
  readonly "POST users()/confirmPasskey": {
    body: { readonly response: string; readonly name: string };
    answer: Model.ConfirmedPasskey;
  };
  readonly "POST users()/credentials": {
    body: { readonly question: string; readonly answer: string };
    answer: Model.Question;
  };
  readonly "DELETE users()/credentials()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST users()/disable": {
    body: undefined;
    answer: Model.UserState;
  };
  readonly "POST users()/enable": {
    body: undefined;
    answer: Model.UserState;
  };
  readonly "POST users()/endSession": {
    body: { readonly sessionKey: string };
    answer: Model.EndedSession;
  };
  readonly "POST users()/extend": {
    body: { readonly endsAt: string };
    answer: Model.ExtendedUser;
  };
  readonly "POST users()/identify": {
    body: undefined;
    answer: Model.Identification;
  };
  readonly "POST users()/issuePasswordLink": {
    body: undefined;
    answer: Model.PasswordLink;
  };
  readonly "POST users()/leave": {
    body: { readonly endsAt?: string | null };
    answer: Model.Leaver;
  };
  readonly "POST users()/mergeTwin": {
    body: undefined;
    answer: Model.MergedTwin;
  };
  readonly "POST users()/passwordRules": {
    body: { readonly accountKeys?: readonly (string)[] };
    answer: Model.PasswordRulesOfAccounts;
  };
  readonly "POST users()/prove": {
    body: undefined;
    answer: Model.Proof;
  };
  readonly "POST users()/resetPasswords": {
    body: { readonly password: string; readonly mustChange?: boolean | null; readonly accountKeys?: readonly (string)[] };
    answer: Model.Operation;
  };
  readonly "POST users()/unlock": {
    body: undefined;
    answer: Model.UnlockedUser;
  };
  readonly "POST users()/withdrawConsent": {
    body: { readonly clientId: string };
    answer: Model.WithdrawnConsent;
  };
  readonly "POST users/import": {
    body: { readonly text: string; readonly keepGoing?: boolean | null };
    answer: Model.PeopleImport;
  };
  readonly "POST users/trialImport": {
    body: { readonly text: string };
    answer: Model.PeopleImport;
  };
  readonly "POST webhooks": {
    body: { readonly url: string; readonly description?: string | null; readonly eventTypes?: readonly ("gatehouse.request.submitted" | "gatehouse.request.held" | "gatehouse.request.scheduled" | "gatehouse.request.performing" | "gatehouse.request.completed" | "gatehouse.request.denied" | "gatehouse.request.cancelled" | "gatehouse.request.expired" | "gatehouse.phase.opened" | "gatehouse.phase.approved" | "gatehouse.phase.denied" | "gatehouse.authorizer.reminded" | "gatehouse.decision.overridden" | "gatehouse.decision.unapproved" | "gatehouse.decision.voided" | "gatehouse.request.sentBack" | "gatehouse.request.resubmitted" | "gatehouse.request.edited" | "gatehouse.request.asked" | "gatehouse.request.answered" | "gatehouse.request.commented" | "gatehouse.authorizer.escalated" | "gatehouse.delegation.asked" | "gatehouse.delegation.changed" | "gatehouse.decision.made" | "gatehouse.operation.ended" | "gatehouse.account.created" | "gatehouse.account.ownerChanged" | "gatehouse.account.changed" | "gatehouse.account.removed" | "gatehouse.group.created" | "gatehouse.group.changed" | "gatehouse.group.removed" | "gatehouse.membership.added" | "gatehouse.membership.removed" | "gatehouse.user.created" | "gatehouse.user.locked" | "gatehouse.user.unlocked" | "gatehouse.user.disabled" | "gatehouse.user.enabled" | "gatehouse.user.changed" | "gatehouse.user.moved" | "gatehouse.user.leavingStepDone" | "gatehouse.user.removed" | "gatehouse.targetSystem.created" | "gatehouse.targetSystem.changed" | "gatehouse.targetSystem.removed" | "gatehouse.policy.changed" | "gatehouse.managedAccount.conflict" | "gatehouse.managedAccount.randomized" | "gatehouse.checkout.emergency" | "gatehouse.checkout.asked" | "gatehouse.checkout.out" | "gatehouse.checkout.ended" | "gatehouse.checkout.changed" | "gatehouse.checkout.reviewed" | "gatehouse.disclosure.used" | "gatehouse.vaultRun.ended" | "gatehouse.webhook.disabled")[] | null };
    answer: Model.AddedWebhook;
  };
  readonly "PATCH webhooks()": {
    body: { readonly url?: string; readonly description?: string | null; readonly eventTypes?: readonly ("gatehouse.request.submitted" | "gatehouse.request.held" | "gatehouse.request.scheduled" | "gatehouse.request.performing" | "gatehouse.request.completed" | "gatehouse.request.denied" | "gatehouse.request.cancelled" | "gatehouse.request.expired" | "gatehouse.phase.opened" | "gatehouse.phase.approved" | "gatehouse.phase.denied" | "gatehouse.authorizer.reminded" | "gatehouse.decision.overridden" | "gatehouse.decision.unapproved" | "gatehouse.decision.voided" | "gatehouse.request.sentBack" | "gatehouse.request.resubmitted" | "gatehouse.request.edited" | "gatehouse.request.asked" | "gatehouse.request.answered" | "gatehouse.request.commented" | "gatehouse.authorizer.escalated" | "gatehouse.delegation.asked" | "gatehouse.delegation.changed" | "gatehouse.decision.made" | "gatehouse.operation.ended" | "gatehouse.account.created" | "gatehouse.account.ownerChanged" | "gatehouse.account.changed" | "gatehouse.account.removed" | "gatehouse.group.created" | "gatehouse.group.changed" | "gatehouse.group.removed" | "gatehouse.membership.added" | "gatehouse.membership.removed" | "gatehouse.user.created" | "gatehouse.user.locked" | "gatehouse.user.unlocked" | "gatehouse.user.disabled" | "gatehouse.user.enabled" | "gatehouse.user.changed" | "gatehouse.user.moved" | "gatehouse.user.leavingStepDone" | "gatehouse.user.removed" | "gatehouse.targetSystem.created" | "gatehouse.targetSystem.changed" | "gatehouse.targetSystem.removed" | "gatehouse.policy.changed" | "gatehouse.managedAccount.conflict" | "gatehouse.managedAccount.randomized" | "gatehouse.checkout.emergency" | "gatehouse.checkout.asked" | "gatehouse.checkout.out" | "gatehouse.checkout.ended" | "gatehouse.checkout.changed" | "gatehouse.checkout.reviewed" | "gatehouse.disclosure.used" | "gatehouse.vaultRun.ended" | "gatehouse.webhook.disabled")[] | null; readonly enabled?: boolean };
    answer: undefined;
  };
  readonly "DELETE webhooks()": {
    body: undefined;
    answer: undefined;
  };
  readonly "POST webhooks()/redeliver": {
    body: { readonly deliveryKey?: string | null };
    answer: Model.Redelivered;
  };
  readonly "POST webhooks()/rotateSecret": {
    body: { readonly overlapHours?: number | null };
    answer: Model.RotatedWebhookSecret;
  };
}

interface AuthorizerInput { readonly userKey?: string | null; readonly userClass?: string | null; readonly managerLevels?: number | null; readonly groupOwners?: boolean; readonly plugin?: string | null; readonly veto?: boolean; readonly inputRequired?: boolean }

interface AuthorizationPhaseInput { readonly sequence: number; readonly minApprovals?: number; readonly maxDenials?: number; readonly rule?: string | null; readonly reasonRequired?: "never" | "approval" | "denial" | "both"; readonly mayEdit?: boolean; readonly authorizers?: readonly (AuthorizerInput)[] }

interface ImplementerInput { readonly userKey?: string | null; readonly userClass?: string | null; readonly plugin?: string | null }

interface SodItemInput { readonly itemType: "targetSystem" | "managedGroup" | "role"; readonly itemKey: string }

interface SodPartInput { readonly items?: readonly (SodItemInput)[] }
