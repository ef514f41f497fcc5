// Written by `npm run docs` from the model of the API: do not edit.

/** The name of a policy. */
export type PolicyName =
  | "accounts_attributes_data_value_get"
  | "accounts_attributes_data_value_value_get"
  | "accounts_attributes_get"
  | "accounts_attributes_get_list"
  | "accounts_delete"
  | "accounts_get"
  | "accounts_get_list"
  | "accounts_groupmemberships_get"
  | "accounts_groupmemberships_get_list"
  | "accounts_groupmemberships_group_get"
  | "accounts_patch_update"
  | "accounts_post_changepassword"
  | "accounts_post_create"
  | "accounts_post_resetpassword"
  | "accounts_post_verifypassword"
  | "accounts_targetsystem_get"
  | "accounts_user_get"
  | "authchains_delete"
  | "authchains_get"
  | "authchains_get_list"
  | "authchains_patch_update"
  | "authchains_post_check"
  | "authchains_post_create"
  | "authchains_post_reset"
  | "authchains_post_rollback"
  | "authchains_post_try"
  | "authchains_versions_get"
  | "authchains_versions_get_list"
  | "catalogueitems_get"
  | "catalogueitems_get_list"
  | "catalogueitems_phases_person_get"
  | "catalogueitems_phases_userclass_get"
  | "checkouts_commands_get"
  | "checkouts_commands_get_list"
  | "checkouts_disclosures_get"
  | "checkouts_disclosures_get_list"
  | "checkouts_get"
  | "checkouts_get_list"
  | "checkouts_managedaccount_get"
  | "checkouts_post_checkin"
  | "checkouts_post_create"
  | "checkouts_post_disclose"
  | "checkouts_post_extend"
  | "checkouts_post_reveal"
  | "checkouts_post_review"
  | "checkouts_post_revoke"
  | "checkouts_post_runcommand"
  | "checkouts_user_get"
  | "clients_delete"
  | "clients_get"
  | "clients_get_list"
  | "clients_patch_update"
  | "clients_post_create"
  | "clients_post_revoketokens"
  | "clients_post_rotatesecret"
  | "clients_tokens_get"
  | "clients_tokens_get_list"
  | "clients_tokens_user_get"
  | "clients_user_get"
  | "delegations_delegate_get"
  | "delegations_delegator_get"
  | "delegations_get"
  | "delegations_get_list"
  | "delegations_post_accept"
  | "delegations_post_create"
  | "delegations_post_end"
  | "delegations_post_refuse"
  | "groups_attributes_get"
  | "groups_attributes_get_list"
  | "groups_delete"
  | "groups_get"
  | "groups_get_list"
  | "groups_members_get_list"
  | "groups_owners_delete"
  | "groups_owners_get_list"
  | "groups_owners_post_create"
  | "groups_patch_update"
  | "groups_post_create"
  | "groups_post_setauthorizationphases"
  | "groups_targetsystem_get"
  | "idapi_login_post_create"
  | "identity_connect_token"
  | "identity_connect_userinfo"
  | "importrules_delete"
  | "importrules_get"
  | "importrules_get_list"
  | "importrules_patch_update"
  | "importrules_post_create"
  | "importrules_post_trial"
  | "managedaccountdependants_get"
  | "managedaccountdependants_get_list"
  | "managedaccountdependants_post_create"
  | "managedaccountdependants_post_move"
  | "managedaccountdependants_post_remove"
  | "managedaccounts_get"
  | "managedaccounts_get_list"
  | "managedaccounts_passwordhistory_get"
  | "managedaccounts_passwordhistory_get_list"
  | "managedaccounts_post_create"
  | "managedaccounts_post_disable"
  | "managedaccounts_post_enable"
  | "managedaccounts_post_move"
  | "managedaccounts_post_override"
  | "managedaccounts_post_randomize"
  | "managedaccounts_post_verify"
  | "managedaccounts_post_vouch"
  | "managedhosts_get"
  | "managedhosts_get_list"
  | "managedsystempolicies_commands_get"
  | "managedsystempolicies_commands_get_list"
  | "managedsystempolicies_delete"
  | "managedsystempolicies_get"
  | "managedsystempolicies_get_list"
  | "managedsystempolicies_managedaccounts_get"
  | "managedsystempolicies_managedaccounts_get_list"
  | "managedsystempolicies_managedsystems_get"
  | "managedsystempolicies_managedsystems_get_list"
  | "managedsystempolicies_patch_update"
  | "managedsystempolicies_post_create"
  | "managedsystempolicies_post_grantright"
  | "managedsystempolicies_post_listcommand"
  | "managedsystempolicies_post_randomize"
  | "managedsystempolicies_post_setauthorizationphases"
  | "managedsystempolicies_post_unlistcommand"
  | "managedsystempolicies_post_verify"
  | "managedsystempolicies_post_withdrawright"
  | "managedsystempolicies_rights_get"
  | "managedsystempolicies_rights_get_list"
  | "managedsystems_delete"
  | "managedsystems_get"
  | "managedsystems_get_list"
  | "managedsystems_patch_update"
  | "managedsystems_policies_get_list"
  | "managedsystems_post_bind"
  | "managedsystems_post_create"
  | "managedsystems_post_unbind"
  | "nodes_get"
  | "nodes_get_list"
  | "nodes_plugins_get"
  | "noticemails_get"
  | "noticemails_get_list"
  | "notices_get"
  | "notices_get_list"
  | "notices_patch_update"
  | "notices_request_get"
  | "notices_user_get"
  | "operations_account_get"
  | "operations_get"
  | "operations_get_list"
  | "operations_group_get"
  | "operations_post_abort"
  | "operations_post_confirm"
  | "operations_targetsystem_get"
  | "passwordpolicies_get"
  | "passwordpolicies_get_list"
  | "passwordpolicies_patch_update"
  | "people_get"
  | "people_get_list"
  | "policies_get"
  | "policies_get_list"
  | "policies_patch_update"
  | "policies_post_check"
  | "policies_post_dryrun"
  | "policies_post_explain"
  | "policies_post_reset"
  | "policies_post_rollback"
  | "policies_versions_get"
  | "policies_versions_get_list"
  | "proxyservers_delete"
  | "proxyservers_get"
  | "proxyservers_get_list"
  | "proxyservers_patch_update"
  | "proxyservers_post_create"
  | "proxyservers_post_entrust"
  | "proxyservers_post_invite"
  | "proxyservers_post_revoke"
  | "proxyservers_status_get"
  | "react_session_delete"
  | "react_session_get"
  | "react_session_post_create"
  | "requests_comments_get"
  | "requests_comments_get_list"
  | "requests_comments_person_get"
  | "requests_decisions_get"
  | "requests_decisions_get_list"
  | "requests_decisions_person_get"
  | "requests_events_get"
  | "requests_events_get_list"
  | "requests_explain_get"
  | "requests_get"
  | "requests_get_list"
  | "requests_operations_get"
  | "requests_operations_get_list"
  | "requests_phases_get"
  | "requests_phases_get_list"
  | "requests_post_answer"
  | "requests_post_ask"
  | "requests_post_cancel"
  | "requests_post_comment"
  | "requests_post_create"
  | "requests_post_decide"
  | "requests_post_edit"
  | "requests_post_escalate"
  | "requests_post_override"
  | "requests_post_resolvehold"
  | "requests_post_resubmit"
  | "requests_post_sendback"
  | "requests_post_unapprove"
  | "requests_recipient_get"
  | "requests_requester_get"
  | "requests_waitingforme_get_list"
  | "roles_get"
  | "roles_get_list"
  | "runs_get"
  | "runs_get_list"
  | "runs_orders_get"
  | "runs_orders_get_list"
  | "runs_orders_managedaccount_get"
  | "runs_post_pause"
  | "runs_post_resume"
  | "runs_post_stop"
  | "runs_progress_get"
  | "samlproviders_delete"
  | "samlproviders_get"
  | "samlproviders_get_list"
  | "samlproviders_patch_update"
  | "samlproviders_post_create"
  | "sessionloganalytics_get"
  | "sessionloganalytics_get_list"
  | "sessionlogdata_get"
  | "sessionlogdata_get_list"
  | "sessionlogdata_post_verify"
  | "sessionlogs_data_get_list"
  | "sessionlogs_get"
  | "sessionlogs_get_list"
  | "sessionlogs_summary_get"
  | "settings_get"
  | "settings_get_list"
  | "settings_patch_update"
  | "simulations_post_create"
  | "targetgroups_delete"
  | "targetgroups_get"
  | "targetgroups_get_list"
  | "targetgroups_passwordpolicy_get"
  | "targetgroups_patch_update"
  | "targetgroups_post_create"
  | "targetgroups_targetsystems_get_list"
  | "targetsystems_accounts_get_list"
  | "targetsystems_attributedefinitions_delete"
  | "targetsystems_attributedefinitions_get"
  | "targetsystems_attributedefinitions_get_list"
  | "targetsystems_attributedefinitions_patch_update"
  | "targetsystems_attributedefinitions_post_create"
  | "targetsystems_credentials_delete"
  | "targetsystems_credentials_get"
  | "targetsystems_credentials_get_list"
  | "targetsystems_credentials_patch_update"
  | "targetsystems_credentials_post_create"
  | "targetsystems_delete"
  | "targetsystems_get"
  | "targetsystems_get_list"
  | "targetsystems_groups_get_list"
  | "targetsystems_options_get"
  | "targetsystems_options_get_list"
  | "targetsystems_options_patch_update"
  | "targetsystems_patch_update"
  | "targetsystems_post_create"
  | "targetsystems_post_discover"
  | "targetsystems_post_redirect"
  | "targetsystems_post_testconnection"
  | "targetsystems_targetgroupdetails_get"
  | "userclasses_delete"
  | "userclasses_get"
  | "userclasses_get_list"
  | "userclasses_members_delete"
  | "userclasses_members_get"
  | "userclasses_members_get_list"
  | "userclasses_members_person_get"
  | "userclasses_members_post_create"
  | "userclasses_patch_update"
  | "userclasses_post_create"
  | "userclasses_post_trial"
  | "users_accounts_get_list"
  | "users_attributes_get"
  | "users_attributes_get_list"
  | "users_classes_get_list"
  | "users_consents_get"
  | "users_consents_get_list"
  | "users_credentials_delete"
  | "users_credentials_get"
  | "users_credentials_get_list"
  | "users_credentials_post_create"
  | "users_get"
  | "users_get_list"
  | "users_manager_get"
  | "users_patch_update"
  | "users_post_answeridentification"
  | "users_post_answerproof"
  | "users_post_beginonetimecode"
  | "users_post_beginpasskey"
  | "users_post_choosenotices"
  | "users_post_claimaccount"
  | "users_post_confirmonetimecode"
  | "users_post_confirmpasskey"
  | "users_post_create"
  | "users_post_disable"
  | "users_post_enable"
  | "users_post_endsession"
  | "users_post_identify"
  | "users_post_import"
  | "users_post_issuepasswordlink"
  | "users_post_prove"
  | "users_post_resetpasswords"
  | "users_post_trialimport"
  | "users_post_unlock"
  | "users_post_withdrawconsent"
  | "users_reports_get_list"
  | "users_roles_get_list"
  | "users_sessions_get"
  | "users_sessions_get_list"
  | "webhooks_delete"
  | "webhooks_deliveries_get"
  | "webhooks_deliveries_get_list"
  | "webhooks_get"
  | "webhooks_get_list"
  | "webhooks_patch_update"
  | "webhooks_post_create"
  | "webhooks_post_redeliver"
  | "webhooks_post_rotatesecret";

export interface CatalogueItem {
  /** The key of what may be asked for: the id of a target system, the key of a group. */
  readonly key: string;
  /** What it is: targetSystem or managedGroup; later versions may know more. */
  readonly resourceType: string;
  /** The target system on which it is. */
  readonly targetSystemKey: string;
  /** The id of a target system, the name of a group on its target. */
  readonly name: string;
  /** What people call it. */
  readonly description: string;
  /** Where people find help; null = nowhere. */
  readonly helpUrl: string | null;
  /** Whether it can be asked for now: its target system is enabled, and something says who authorizes it. */
  readonly requestable: boolean;
  /** The operations by which it is asked for, which its connector can carry out and no option forbids. */
  readonly codes: readonly string[];
  /** The attributes that are asked, in their order. */
  readonly fields: readonly CatalogueField[];
  /** Who would decide, phase by phase; none = nobody is asked, or it cannot be asked for. */
  readonly phases: readonly CataloguePhase[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Request {
  /** Its key. */
  readonly key: string;
  /** Its number, for people. */
  readonly number: string;
  /** Its status as a letter; docs/operation-codes.md lists them. */
  readonly status: string;
  /** Whether it is still under way. */
  readonly active: boolean;
  /** What it came from. */
  readonly origin: string;
  /** Who asked. */
  readonly requesterKey: string;
  /** For whom it is. Null in a POST: it is about accounts of nobody, and who asks is shown. */
  readonly recipientKey: string | null;
  /** Why, in the words of who asked. */
  readonly reason: string | null;
  /** Not to be carried out before. */
  readonly startAt: string | null;
  /** When it expires if nobody decides. */
  readonly expiresAt: string;
  /** When it was submitted. */
  readonly createdAt: string;
  /** Since when its requester is to change and resubmit it; null = it was not sent back. */
  readonly sentBackAt: string | null;
  /** When its operations were changed last; null = never. */
  readonly editedAt: string | null;
  /** Who changed them then; null = nobody. */
  readonly editedByKey: string | null;
  /** When it ended; null while it is under way. */
  readonly finishedAt: string | null;
  /** Why it is on hold, in words; null = it is not. */
  readonly holdReason: string | null;
  /** Whether it waits for who reads it, to decide or to resubmit it; given where $select or $filter names it. */
  readonly waitsForMe?: boolean;
  /** What speaks for a second look before it is approved, as codes: removesForGood: it deletes an account or a group, which cannot be brought back as it was; privilegedAccount: it is about an account whose password is managed as a privileged one; privilegedGroup: it adds to a group, or to its owners, of which such an account is a member; decidesForOneself: who asked, or for whom it is, is asked to decide about it; manyOperations: it asks for more than ten operations at once. Given where $select names it. */
  readonly risks?: readonly ("removesForGood" | "privilegedAccount" | "privilegedGroup" | "decidesForOneself" | "manyOperations")[];
  /** Whether it is a write on target systems that nobody decides, and nobody is told of. */
  readonly direct: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly requester?: Person | null;
  readonly recipient?: Person | null;
  readonly operations?: readonly RequestOperation[];
  readonly phases?: readonly RequestPhase[];
  readonly decisions?: readonly Decision[];
  readonly comments?: readonly RequestComment[];
  readonly events?: readonly RequestEvent[];
}

export interface Person {
  /** Its key. */
  readonly key: string;
  /** Name for signing in, case-sensitive; two users differ in more than the case and width of its letters. */
  readonly id: string;
  /** Name that people are shown; null = none. */
  readonly displayName: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface RequestOperation {
  /** Its key. */
  readonly key: string;
  /** The request to which it belongs. */
  readonly requestKey: string;
  /** Its place in the request, from 1 on. */
  readonly sequence: number;
  /** What is asked for, such as ACUA (create account); docs/operation-codes.md lists the codes. */
  readonly code: string;
  /** The target system. */
  readonly targetSystemKey: string;
  /** The account; null = the one that the same request creates, or none. */
  readonly accountKey: string | null;
  /** The group; null = the one that the same request creates, or none. */
  readonly groupKey: string | null;
  /** The name of the account, as it was when it was asked for; null = there is none, or it is called like its recipient. */
  readonly accountName: string | null;
  /** The name of the group, as it was when it was asked for; null = there is none. */
  readonly groupName: string | null;
  /** The description of the target system, as it was when it was asked for; null = not known. */
  readonly targetSystemName: string | null;
  /** Attributes by their names on the target, each a value or a list; lists come out. null = none. */
  readonly attributes: TargetAttributes | null;
  /** The operations of the request that must have succeeded before. */
  readonly dependsOn: readonly string[];
  /** Its result as a letter; null = it has none yet. docs/operation-codes.md lists them. */
  readonly result: string | null;
  /** How often it was sent to the target. */
  readonly sends: number;
  /** When it was sent last; null = not yet. */
  readonly sentAt: string | null;
  /** The proxy that carries it out; null = not known yet. */
  readonly proxyServer: string | null;
  /** When it is tried next; null = no try is planned. */
  readonly nextTryAt: string | null;
  /** What went wrong; null = nothing. */
  readonly error: OperationError | null;
  /** What the target said beside its answer, a warning or the like, of an operation that did not fail; null = nothing. */
  readonly notice: string | null;
  /** The immutable id of the object on the target; null = not known. */
  readonly stableId: string | null;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When it ended; null = it goes on. */
  readonly finishedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface RequestPhase {
  /** Its key. */
  readonly key: string;
  /** The request to which it belongs. */
  readonly requestKey: string;
  /** The target system from which it comes; null = the whole request's. */
  readonly targetSystemKey: string | null;
  /** What it belongs to; null = not known any more. */
  readonly resourceType: "targetSystem" | "managedGroup" | "role" | "template" | "managedSystemPolicy" | null;
  /** The id or key of that; null = not known any more. */
  readonly resourceKey: string | null;
  /** The phase of this resource that it is; null = not known any more. */
  readonly ruleKey: string | null;
  /** The version that this one had when it opened, or when the request was submitted. */
  readonly ruleVersion: number | null;
  /** The rule by which it is decided, without conditions once it has opened; null = the numbers and flags beside it say it. */
  readonly rule: string | null;
  /** Its number: phases run one after another. */
  readonly sequence: number;
  /** Whether it waits, is open or has ended. */
  readonly state: string;
  /** How many must approve, where it has no rule of its own. */
  readonly minApprovals: number;
  /** How many denials deny the request, where it has no rule of its own. */
  readonly maxDenials: number;
  /** When whoever decides must say why. */
  readonly reasonRequired: "never" | "approval" | "denial" | "both";
  /** Whether those who decide may change the operations first. */
  readonly mayEdit: boolean;
  /** When it was opened; null = not yet. */
  readonly openedAt: string | null;
  /** When it ended; null = it has not. */
  readonly closedAt: string | null;
  /** The people who may decide. */
  readonly authorizers: readonly PhaseAuthorizer[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Decision {
  /** Its key. */
  readonly key: string;
  /** The request. */
  readonly requestKey: string;
  /** The number of the phase. */
  readonly phase: number;
  /** Who decided. */
  readonly userKey: string;
  /** In whose place this person decided: keys of users; null = for themselves alone. */
  readonly decidedFor: readonly string[];
  /** What was decided: approve, deny or abstain. */
  readonly decision: string;
  /** The operations that it is about; null = all of the request. */
  readonly operationKeys: readonly string[];
  /** Why, in the words of who decided; null = nothing was said. */
  readonly comment: string | null;
  /** Whether a superuser decided in the place of the authorizers, whatever they say. */
  readonly override: boolean;
  /** When. */
  readonly decidedAt: string;
  /** From when on it no longer counts; null = it counts. */
  readonly voidedAt: string | null;
  /** Why it no longer counts: unapproved, its author took it back; edited, an operation was changed that it was about; null = it counts. */
  readonly voidedBecause: "unapproved" | "edited" | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface RequestComment {
  /** Its key. */
  readonly key: string;
  /** The request. */
  readonly requestKey: string;
  /** What it is: comment, a remark; question, an authorizer asks the requester; answer, the requester answers a question; sentBack, an authorizer sends the request back to its requester; resubmitted, the requester resubmits it. */
  readonly kind: "comment" | "question" | "answer" | "sentBack" | "resubmitted";
  /** Who said it. */
  readonly userKey: string;
  /** What was said. */
  readonly text: string;
  /** The question that it answers; null = none. */
  readonly answersKey: string | null;
  /** When. */
  readonly writtenAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface RequestEvent {
  /** Its key. */
  readonly key: string;
  /** The request. */
  readonly requestKey: string;
  /** Its place in the ledger of the request, from 1 on. */
  readonly sequence: number;
  /** What happened. submitted: It was asked for. opened: A phase opened, with its rule and its people. joined: Somebody may decide an open phase in the place of another from now on. left: Somebody may not decide an open phase in the place of another any more. replaced: Somebody is asked in the place of another, who has not answered an open phase. decided: Somebody approved, denied or abstained. overridden: A superuser decided a phase in the place of its authorizers. unapproved: Somebody took a decision back. edited: Somebody changed operations. commented: Somebody said something, asked or answered, sent it back or resubmitted it. status: It went on to another status. held: It went on hold. resolved: A workflow manager let it go on from hold, denied it, or gave it to others. cancelled: It was cancelled. refused: It may not go on: the type under which it was accepted is no longer known. result: An operation ended. ended: It ended. disclosed: A password that it has checked out was disclosed, which may be after its end. */
  readonly kind: "submitted" | "opened" | "joined" | "left" | "replaced" | "decided" | "overridden" | "unapproved" | "edited" | "commented" | "status" | "held" | "resolved" | "cancelled" | "refused" | "result" | "ended" | "disclosed";
  /** When. */
  readonly happenedAt: string;
  /** Who did it; null = the service itself. */
  readonly actor: string | null;
  /** What is to be known of it: keys and values, by names that follow from its kind. */
  readonly facts: EventFacts;
  /** The hash of the event and of the hash before it. */
  readonly hash: string;
  /** The service's signature of the hash; null in all but the last event. */
  readonly signature: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Delegation {
  /** Its key. */
  readonly key: string;
  /** In whose place somebody decides. Null in a POST: it is the caller, who is shown. */
  readonly delegatorKey: string | null;
  /** Who decides; nothing holds before this person has accepted. Null in a POST: delegateId names them. */
  readonly delegateKey: string | null;
  /** The one request for which it is; null = for all. */
  readonly requestKey: string | null;
  /** When it begins; null = as soon as it is accepted. */
  readonly beginsAt: string | null;
  /** When it ends; null = when somebody ends it. */
  readonly endsAt: string | null;
  /** Why. */
  readonly reason: string;
  /** How far it has come: asked until the delegate has accepted or refused, ended when it is over. */
  readonly state: "asked" | "accepted" | "refused" | "ended";
  /** When it was made. */
  readonly createdAt: string;
  /** Who has made it; null = the operator of the service. */
  readonly createdByKey: string | null;
  /** When the delegate accepted or refused; null = not yet. */
  readonly answeredAt: string | null;
  /** When it was over; null = it is not. */
  readonly endedAt: string | null;
  /** Who has ended it; null = nobody, it was over by itself. */
  readonly endedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly delegator?: Person | null;
  readonly delegate?: Person | null;
}

export interface TargetGroup {
  /** Its ID, which never changes. */
  readonly id: string;
  /** Name for people; null = the ID. */
  readonly description: string | null;
  /** Address of a page with help; null = none. */
  readonly helpUrl: string | null;
  /** Whether a password that is changed on one of its systems is set on the others; waits for a later part. */
  readonly syncPasswords: boolean;
  /** Whether passwords must differ between its systems; waits for a later part. */
  readonly uniquePasswords: boolean;
  /** On how many accounts a password is changed at once; other values than anyNumber wait for a later part. */
  readonly passwordChangeRestriction: "anyNumber" | "allAccounts" | "oneAccount";
  /** Password policy of its target systems; DEFAULT by default. */
  readonly passwordPolicyId: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly passwordPolicy?: PasswordPolicy | null;
  readonly targetSystems?: readonly TargetSystem[];
}

export interface PasswordPolicy {
  /** Its id. */
  readonly id: string;
  /** What people call it. */
  readonly description: string;
  /** The rules of the group length. */
  readonly length: LengthRules;
  /** The rules of the group character. */
  readonly character: CharacterRules;
  /** The rules of the group dictionary. */
  readonly dictionary: DictionaryRules;
  /** The rules of the group history. */
  readonly history: HistoryRules;
  /** The rules of the group custom. */
  readonly custom: CustomRules;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TargetSystem {
  /** Its id, by which everything names it; it never changes. */
  readonly id: string;
  /** Id of the connector, such as ldap; docs/connectors.md has a page for each. */
  readonly type: string;
  /** What people call it. */
  readonly description: string;
  /** How its connector reaches it; docs/connectors.md has a page for each connector. */
  readonly address: TargetSystemAddress;
  /** The target group, whose password policy holds; DEFAULT by default. */
  readonly targetGroup: string;
  /** Where people find help; null = nowhere. */
  readonly helpUrl: string | null;
  /** How it is discovered: automatic by default; manual only when somebody asks for it, and listSchedule and psupdate pass over it. */
  readonly mode: "automatic" | "manual";
  /** Whether operations are carried out there; true by default. */
  readonly enabled: boolean;
  /** Whether its discovery makes and changes users by its attribute definitions; false by default. */
  readonly sourceOfProfiles: boolean;
  /** The attribute by which accounts find their owners; null = their shortId. */
  readonly autoAttachBy: string | null;
  /** The attribute of groups that names the accounts of their owners; null = none does. */
  readonly groupOwnerAttribute: string | null;
  /** The proxies that serve it; the proxy `local` where none is named. */
  readonly proxyServers: readonly string[];
  /** When it is discovered, as five fields of cron in UTC; null = only when somebody asks for it. */
  readonly listSchedule: string | null;
  /** Who authorizes requests for it, phase by phase. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** Plug-in that sets the case of a new id; without one a new id stays as it was written; null by default. */
  readonly newIdCaseSetProgram: string | null;
  /** Type of managed groups and network resources; without one that of the target system; null by default. */
  readonly networkResourcePlatform: string | null;
  /** Requests on a target system without authorization phases are carried out with nobody asked; when false they are refused; false by default. */
  readonly autoApprove: boolean;
  /** Users must have an account; false by default. */
  readonly userAccountsMandatory: boolean;
  /** Users may claim accounts of nobody, or that were attached automatically, by their passwords; false by default. */
  readonly allowClaimAccounts: boolean;
  /** Users may change and reset their passwords; true by default. */
  readonly allowPasswordChange: boolean;
  /** Accounts may be unlocked; true by default. */
  readonly allowAccountUnlock: boolean;
  /** Users may verify their passwords; true by default. */
  readonly allowPasswordVerify: boolean;
  /** A managed system for privileged access is made, under the policy DEFAULT, where the target system has none; false by default. */
  readonly createPrivilegeManagedSystem: boolean;
  /** Accounts may be enabled; disabling them stays possible; true by default. */
  readonly allowAccountEnable: boolean;
  /** Groups that a listing finds become managed; false by default. */
  readonly automaticallyDiscoverResourcesToLoad: boolean;
  /** A failed commit, wait or abort of a discovery fails the discovery; true by default. */
  readonly context_strict: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly targetGroupDetails?: TargetGroup | null;
  readonly options?: readonly TargetSystemOption[];
  readonly credentials?: readonly TargetSystemCredential[];
  readonly attributeDefinitions?: readonly TargetSystemAttributeDefinition[];
  readonly accounts?: readonly Account[];
  readonly groups?: readonly Group[];
}

export interface TargetSystemOption {
  /** The name of the option. */
  readonly name: string;
  /** Its value: true, false, a text or null, as the option wants it; docs/target-system-options.md lists them. */
  readonly value: string | number | boolean | null;
  /** What its value is. */
  readonly type: "boolean" | "string";
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TargetSystemCredential {
  /** Its key. */
  readonly key: string;
  /** The login on the target, as its connector wants it. */
  readonly administratorId: string;
  /** Whether it has a password. */
  readonly passwordSet: boolean;
  /** Whether programs are run under this login; waits for a later part. */
  readonly runAs: boolean;
  /** Whether it is the login of the system itself, not of a person; false by default. */
  readonly isSystemPassword: boolean;
  /** Its place among the logins of the target, of which the lowest is used first; 0 by default. */
  readonly useOrder: number;
  /** The managed account whose password from the vault it takes; null = it has one of its own. */
  readonly managedAccountKey: string | null;
  /** When it was changed last. */
  readonly lastChanged: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TargetSystemAttributeDefinition {
  /** Its key. */
  readonly key: string;
  /** The name of the attribute on the target. */
  readonly attribute: string;
  /** Of which objects it is. */
  readonly discoveredObjectType: "user" | "group" | "computer" | "ou" | "subscriber";
  /** The profile attribute of the owner from which its values are set; null = none. */
  readonly mappedAttribute: string | null;
  /** What its values are; string by default. */
  readonly type: "string" | "number" | "boolean" | "dateTime";
  /** What happens with it when an object is created; ignore by default. */
  readonly actionOnCreate: "ignore" | "set" | "copy";
  /** What happens with it when an object is changed; ignore by default. */
  readonly actionOnUpdate: "ignore" | "set" | "copy";
  /** Its place among the definitions; 0 by default. */
  readonly sequence: number;
  /** How many values it must have; 0 by default. */
  readonly minValues: number;
  /** How many values it may have; 1 by default. */
  readonly maxValues: number;
  /** Whether a discovery loads it; true by default. */
  readonly loadFromTarget: boolean;
  /** What each value must match, as a regular expression; null = anything. */
  readonly valueRegex: string | null;
  /** Whether requests may set it although its connector guards it: its values give rights, touch what belongs to others, or change a state that an option forbids. It then needs approval phases on the target system. False by default. */
  readonly mayGiveRights: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Account {
  /** Its key. */
  readonly key: string;
  /** The target system on which it is. */
  readonly targetSystemKey: string;
  /** Its immutable id on the target. */
  readonly stableId: string;
  /** Its full name on the target. */
  readonly longId: string;
  /** The name by which it logs in. */
  readonly shortId: string;
  /** The name that people are shown. */
  readonly displayId: string;
  /** Its owner; null = nobody. */
  readonly userKey: string | null;
  /** Whether it may log in; null = not known, for the target does not tell. A PATCH enables or disables it on the target. */
  readonly enabled: boolean | null;
  /** Whether failed logins have locked it; null = not known. A PATCH with false unlocks it. */
  readonly locked: boolean | null;
  /** Whether its end has come; null = not known. */
  readonly expired: boolean | null;
  /** Whether its password must be changed; null = not known. */
  readonly passwordExpired: boolean | null;
  /** When its password was changed last. */
  readonly lastPasswordChange: string | null;
  /** The attributes on the target by their names, each a value or a list; lists come out. Given where $select names it; in a PATCH those that are not named stay, and null leaves all as they are. */
  readonly attributeValues?: TargetAttributes | null;
  /** The password policy that holds for its password; null = its target system is gone. Given where $select names it. */
  readonly passwordPolicyId?: string | null;
  /** What its owner may have done to its password, as codes of operations: its target system is enabled, the connector can do it, no option forbids it, and the vault does not keep the password alone. Given where $select names it. */
  readonly passwordCodes?: readonly string[];
  /** How it came to its owner. */
  readonly associatedBy: "auto" | "claim" | "manual" | "admin" | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: User | null;
  readonly targetSystem?: TargetSystem | null;
  readonly attributes?: readonly AccountAttribute[];
  readonly groupMemberships?: readonly GroupMembership[];
}

export interface User {
  /** Its key. */
  readonly key: string;
  /** Name for signing in, case-sensitive; two users differ in more than the case and width of its letters. */
  readonly id: string;
  /** Name that people are shown; null = none. */
  readonly displayName: string | null;
  /** Address for mails; null = the profile attribute `mail`, where there is one. */
  readonly mail: string | null;
  /** The language of mails; null = the profile attribute `preferredLanguage`, or NOTICE_LANGUAGE. */
  readonly language: string | null;
  /** When notices are sent by mail; null = as NOTICE_DELIVERY says. */
  readonly noticeDelivery: "atOnce" | "daily" | "none" | null;
  /** The hour of the day at which a digest is sent; null = NOTICE_DIGEST_HOUR. */
  readonly digestHour: number | null;
  /** Whether signing in is barred. */
  readonly locked: boolean;
  /** Whether the person is shut out until somebody enables them. */
  readonly disabled: boolean;
  /** Key of the manager; null = none. */
  readonly managerKey: string | null;
  /** IANA name of the time zone in which the person works, such as Europe/Berlin; null = that of the installation. */
  readonly timeZone: string | null;
  /** Name of the calendar by which the person works, from WORKING_CALENDARS; null = that of the installation. */
  readonly calendar: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly accounts?: readonly Account[];
  readonly attributes?: readonly UserAttribute[];
  readonly credentials?: readonly Credential[];
  readonly roles?: readonly Role[];
  readonly classes?: readonly UserClass[];
  readonly manager?: Person | null;
  readonly reports?: readonly Person[];
  readonly consents?: readonly Consent[];
  readonly sessions?: readonly SessionLog[];
}

export interface UserAttribute {
  /** Its key. */
  readonly key: string;
  /** The name of the attribute. */
  readonly name: string;
  /** The place of the value among those of the attribute, from 0 on. */
  readonly sequence: number;
  /** The value as a text. */
  readonly value: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Credential {
  /** Its key. */
  readonly key: string;
  /** What kind of credential it is. */
  readonly type: "Question" | "OneTimeCode" | "Passkey";
  /** When it was changed last. */
  readonly lastChanged: string;
  /** When somebody signed in by it last; null = never, or it is a question. */
  readonly lastUsed: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Question extends Credential {
  /** The question. */
  readonly question: string;
}

export interface OneTimeCode extends Credential {
  /** How many recovery codes are still good. */
  readonly recoveryCodesLeft: number;
}

export interface Passkey extends Credential {
  /** What its owner calls it. */
  readonly name: string;
}

export interface Role {
  /** Its key. */
  readonly key: string;
  /** Its name. */
  readonly id: string;
  /** What it is for. */
  readonly description: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface UserClass {
  /** Name by which policies and phases know the class, without blanks; names that begin with '_' are the service's own. */
  readonly id: string;
  /** Members of the class in words. */
  readonly description: string;
  /** Users who belong to it, as a $filter on users such as `disabled eq false and startswith(id,'b')`; null = members by hand alone. */
  readonly condition: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly members?: readonly UserClassMember[];
}

export interface UserClassMember {
  /** Its key. */
  readonly key: string;
  /** The class. */
  readonly userClassId: string;
  /** The member. */
  readonly userKey: string;
  /** Whether the condition of the class has chosen them; false = by hand. */
  readonly byCondition: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface Consent {
  /** Its key. */
  readonly key: string;
  /** Whose consent it is. */
  readonly userKey: string;
  /** The application. */
  readonly clientId: string;
  /** What it may do, as scopes of tokens. */
  readonly scopes: readonly ("api" | "openid" | "offline_access")[];
  /** When it was given, or widened, last. */
  readonly givenAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SessionLog {
  /** Its key. */
  readonly key: string;
  /** By which door it began; null = it has no beginning of its own. */
  readonly door: "password" | "code" | "clientCredentials" | "chain" | "soap" | "library" | "help" | null;
  /** When it began. */
  readonly startedAt: string;
  /** When its user last proved who they are; null = when it began, or never where nobody has signed in. */
  readonly provedAt: string | null;
  /** When it was used last. */
  readonly lastAt: string;
  /** When it ends by itself; null = never. */
  readonly expiresAt: string | null;
  /** When it ended; null = it has not. */
  readonly endedAt: string | null;
  /** Why it ended; null = it has not. */
  readonly endReason: "logout" | "revoked" | "reused" | "expired" | null;
  /** The node. */
  readonly node: string;
  /** The door of its first call. */
  readonly module: string;
  /** Who is signed in; null = nobody. */
  readonly actor: string | null;
  /** The application; null = none. */
  readonly clientId: string | null;
  /** From which address it began; null = from none. */
  readonly ip: string | null;
  /** How many calls were made in it. */
  readonly entries: number;
  /** How many of them failed or were refused. */
  readonly failures: number;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly data?: readonly SessionLogData[];
}

export interface AccountAttribute {
  /** Its key. */
  readonly key: string;
  /** The name of the attribute on the target. */
  readonly name: string;
  /** The place of the value among those of the attribute, from 0 on. */
  readonly sequence: number;
  /** The value, in an object of its own. */
  readonly data: AttributeData;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface GroupMembership {
  /** Its key. */
  readonly key: string;
  /** The group. */
  readonly groupKey: string;
  /** The account that is a member of it. */
  readonly accountKey: string;
  /** Whether the last discovery has seen it; false = its target does not show all members of the group, null = it was made here, and no discovery has come since. */
  readonly shownByTarget: boolean | null;
  /** The name of the group inside the group by which the account is a member; null = it is one itself. Only that can be ended. */
  readonly throughGroup: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly group?: Group | null;
}

export interface Group {
  /** Its key. */
  readonly key: string;
  /** The target system on which it is. */
  readonly targetSystemKey: string;
  /** Its immutable id on the target. */
  readonly stableId: string;
  /** Its full name on the target. */
  readonly longId: string;
  /** Its name on the target. */
  readonly shortId: string;
  /** The name that people are shown. */
  readonly displayId: string;
  /** Whether its memberships are managed here. */
  readonly managed: boolean;
  /** Whether its target does not show all of its members: who is not among them may still be one. */
  readonly membersHidden: boolean;
  /** The attributes on the target by their names, each a value or a list; lists come out. Given where $select names it; in a PATCH those that are not named stay, and null leaves all as they are. */
  readonly attributeValues?: TargetAttributes | null;
  /** Which authorization phases hold for requests about it: those of its target system alone (inheritedOnly), its own alone (none), or first those and then its own (add, by default). */
  readonly phaseInheritance: "inheritedOnly" | "none" | "add";
  /** Who authorizes requests about it, phase by phase. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** Its type as a network resource; null = it is not managed. */
  readonly networkResourcePlatform: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly owners?: readonly User[];
  readonly attributes?: readonly GroupAttribute[];
  readonly members?: readonly Account[];
  readonly targetSystem?: TargetSystem | null;
}

export interface GroupAttribute {
  /** Its key. */
  readonly key: string;
  /** The name of the attribute on the target. */
  readonly name: string;
  /** The place of the value among those of the attribute, from 0 on. */
  readonly sequence: number;
  /** The value, in an object of its own. */
  readonly data: AttributeData;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Notice {
  /** Its key. */
  readonly key: string;
  /** What is told. asked: A phase waits for this person's decision. reminded: A phase still waits for this person's decision. escalated: A phase waits for this person's decision, because somebody below them has not answered. delegated: Somebody wants this person to decide in their place, which holds when this person has accepted. delegationChanged: A delegation of this person, or to them, was accepted or refused, or has ended. settled: A phase has asked this person, and their decision is needed no more: others have decided, or the request has ended. held: A request is on hold, and this person may decide how it goes on. decided: Somebody has decided about what this person asked for, or is to get. overridden: A superuser has decided in the place of those who may; they are told, too. question: Somebody who decides asks who has asked for it. answered: A question of this person was answered. sentBack: Somebody who decides has sent it back: it waits until who asked has resubmitted it. stillSentBack: It was sent back and still waits until this person has resubmitted it. resubmitted: What was sent back was resubmitted, and waits for this person's decision again. conflicts: Managed accounts open with none of the passwords that the vault has of them, and this person may settle it. checkedOut: A privileged password that this person has asked for is handed out: its time runs. checkoutEnding: What this person has checked out ends soon. checkoutEnded: What this person had checked out has ended without their doing. emergency: Somebody has a privileged password in an emergency, without approval; this person answers for it. rightGiven: Somebody has come to a right to privileged passwords; this person answers for these. ownPassword: A link was issued by which this person's password is set, or it was set. holderPassword: The same of somebody who has a right to privileged passwords for which this person answers. secretWay: Passwords can be had by another way from now on: a proxy, the address of a target system, a login or an identity provider was changed; this person answers for some of them. secondFactor: This person can sign in by something more, or by something less: one-time codes, or a passkey. dependants: Something that must have the password of a managed account has not taken it, and this person may settle it. ended: What this person asked for, or was to get, has ended. */
  readonly kind: "asked" | "reminded" | "escalated" | "delegated" | "delegationChanged" | "settled" | "held" | "decided" | "overridden" | "question" | "answered" | "sentBack" | "stillSentBack" | "resubmitted" | "conflicts" | "checkedOut" | "checkoutEnding" | "checkoutEnded" | "emergency" | "rightGiven" | "ownPassword" | "holderPassword" | "secretWay" | "secondFactor" | "dependants" | "ended";
  /** Who is told. */
  readonly userKey: string;
  /** The request; null = it is about no single one. */
  readonly requestKey: string | null;
  /** What is to be known of it: numbers, words and keys, by names that follow from its kind. */
  readonly facts: NoticeFacts;
  /** When. */
  readonly createdAt: string;
  /** What becomes of it by mail. off: no mail server was set; waiting: a mail for it is still to be made; inMail: the mail of `mailKey` brings it; notWanted: the person wants no mails, or is disabled; noAddress: no mail address of the person is known. */
  readonly mail: "off" | "waiting" | "inMail" | "notWanted" | "noAddress";
  /** The mail that brings it; null = none. */
  readonly mailKey: string | null;
  /** Whether it has been read; false at first. */
  readonly read: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly request?: Request | null;
  readonly user?: Person | null;
}

export interface NoticeMail {
  /** Its key, which stands in its Message-ID. */
  readonly key: string;
  /** For whom it is. */
  readonly userKey: string;
  /** Whether it brings the notices of a day. */
  readonly digest: boolean;
  /** How many notices it brings. */
  readonly count: number;
  /** Whether it waits, was taken by the mail server, or was given up. */
  readonly state: "waiting" | "sent" | "dead";
  /** When it is to be sent. */
  readonly dueAt: string;
  /** How often that was tried. */
  readonly tries: number;
  /** When it is tried next. */
  readonly nextTryAt: string;
  /** The last answer of the mail server as a number; null = there was none. */
  readonly lastStatus: number | null;
  /** Why the last try failed, in the words of the server; null = it did not. */
  readonly lastError: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it was taken or given up; null = it waits. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Operation {
  /** Its key. */
  readonly key: string;
  /** The request to which it belongs. */
  readonly requestKey: string;
  /** What is done, as a code; docs/operation-codes.md lists them. */
  readonly code: string;
  /** The target system. */
  readonly targetSystemKey: string;
  /** The account; null = none, or not made yet. */
  readonly accountKey: string | null;
  /** The group; null = none, or not made yet. */
  readonly groupKey: string | null;
  /** How far it has come. */
  readonly status: "notStarted" | "running" | "succeeded" | "failed";
  /** Its result as a letter; null = it has none yet. docs/operation-codes.md lists them. */
  readonly result: "S" | "F" | "P" | "N" | "X" | "R" | null;
  /** What went wrong; null = nothing. */
  readonly error: OperationError | null;
  /** What the target said beside its answer, a warning or the like, of an operation that did not fail; null = nothing. */
  readonly notice: string | null;
  /** Whether the password must be changed at the next login; null = not asked for. */
  readonly mustChange: boolean | null;
  /** The rules of the password policy that a new password breaks without being refused. */
  readonly warnings: readonly PasswordWarning[];
  /** How far a discovery has come; null = it is none. */
  readonly discovery: DiscoveryProgress | null;
  /** The first 100 objects that a discovery has added, changed and removed; where it waits for a confirmation, those that it would remove. */
  readonly discoveredObjects?: readonly DiscoveredObject[];
  /** What a test of the connection has found; null = it is none, or has found nothing. */
  readonly server: TestedServer | null;
  /** When it was asked for. */
  readonly createdAt: string;
  /** When it was sent to the target last; null = not yet. */
  readonly sentAt: string | null;
  /** When it is tried again; null while no try waits. */
  readonly nextTryAt: string | null;
  /** When it ended; null = it goes on. */
  readonly finishedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly account?: Account | null;
  readonly group?: Group | null;
  readonly targetSystem?: TargetSystem | null;
}

export interface ManagedSystemPolicy {
  /** Its id. */
  readonly id: string;
  /** What people call it. */
  readonly description: string;
  /** Who changes the passwords: we (push), the managed host (pull), or nobody (vault). */
  readonly mode: "push" | "pull" | "vault";
  /** The node that changes the passwords. */
  readonly managedByNode: string;
  /** Whether passwords are changed under it. */
  readonly enabled: boolean;
  /** Hours between two changes of a password; 0 = it is not changed by itself. */
  readonly changeIntervalHours: number;
  /** When passwords are changed by themselves, as 22:00-05:30 in the service's time zone; null = at any time. */
  readonly changeWindow: string | null;
  /** Until when no password is changed by itself; null = there is no such time. */
  readonly frozenUntil: string | null;
  /** The password policy by which passwords are made; null = PAM_DEFAULT. */
  readonly passwordPolicyId: string | null;
  /** Whether a password is changed by itself while it is checked out. */
  readonly randomizeCheckedOut: boolean;
  /** Whether a password that was set counts as confirmed where the target cannot say whether it opens the account. */
  readonly confirmWithoutVerify: boolean;
  /** After how many wrong passwords the target locks an account; we stay one below; 0 = it locks none. */
  readonly lockoutTries: number;
  /** Minutes after which the target forgets wrong passwords. */
  readonly lockoutMinutes: number;
  /** Percent of the accounts whose passwords are verified each night. */
  readonly verifyShare: number;
  /** Minutes for which a password may be checked out. */
  readonly checkoutMaxMinutes: number;
  /** How many may have a password checked out at once. */
  readonly concurrency: number;
  /** Whether a password is changed when it is checked in. */
  readonly randomizeOnCheckIn: boolean;
  /** The ways in which a password may be shown. */
  readonly disclosurePlugins: readonly string[];
  /** How often a check-out may be extended. */
  readonly extensionsMax: number;
  /** Minutes before its end at which a holder is warned; 0 = nobody is. */
  readonly warnMinutes: number;
  /** Check-outs that one person may have on one day; 0 = as many as they ask for. */
  readonly checkoutsPerDay: number;
  /** The plug-in of the kind ticketCheck that judges the ticket, which a check-out then needs; null = none is needed. */
  readonly ticketPlugin: string | null;
  /** Whether a second person has to be present at each disclosure. */
  readonly attended: boolean;
  /** Who authorizes check-outs, phase by phase. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly rights?: readonly CheckoutRight[];
  readonly commands?: readonly ListedCommand[];
  readonly managedSystems?: readonly ManagedSystem[];
  readonly managedAccounts?: readonly ManagedAccount[];
}

export interface CheckoutRight {
  /** Its key. */
  readonly key: string;
  /** The managed system policy. */
  readonly policyId: string;
  /** What they may: see, ask (which others authorize), preApproved (without asking), manage, or breakGlass (in an emergency). */
  readonly right: "see" | "ask" | "preApproved" | "manage" | "breakGlass";
  /** The user class whose members may. */
  readonly userClassId: string;
  /** When it was given. */
  readonly grantedAt: string;
  /** Who has given it; null = the operator of the service. */
  readonly grantedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ListedCommand {
  /** Its key. */
  readonly key: string;
  /** The managed system policy. */
  readonly policyId: string;
  /** What it is called by. */
  readonly name: string;
  /** The line that is run as the account, in the target's own language. */
  readonly command: string;
  /** When it was listed. */
  readonly addedAt: string;
  /** Who has listed it; null = the operator of the service. */
  readonly addedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ManagedSystem {
  /** Its key. */
  readonly key: string;
  /** The name of the system. */
  readonly id: string;
  /** What people call it. */
  readonly description: string;
  /** The type of the system. */
  readonly type: string;
  /** Who changes the passwords: we (push), the managed host (pull), or nobody (vault). */
  readonly mode: "push" | "pull" | "vault";
  /** The target system by which it is reached. */
  readonly targetSystemKey: string;
  /** Whether its passwords are managed. */
  readonly enabled: boolean;
  /** Whether any of its policies lets a password count without its target's word, where the target cannot say. */
  readonly confirmWithoutVerify: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly policies?: readonly ManagedSystemPolicy[];
}

export interface ManagedAccount {
  /** Its key. */
  readonly key: string;
  /** The managed system on which it is. */
  readonly managedSystemKey: string;
  /** The account. */
  readonly accountKey: string;
  /** The policy that holds for it; HISTORICAL = it is managed no more. */
  readonly policyId: string;
  /** What the account is called on its target system; or was, where it is gone. */
  readonly name: string;
  /** The target system of the account. */
  readonly targetSystemKey: string;
  /** What the account was called when it last went; null again once it is managed again. */
  readonly accountName: string | null;
  /** Whether its password is confirmed (C), uncertain (U) or in conflict. */
  readonly status: "C" | "U" | "conflict";
  /** Since when its passwords are in conflict; null = they are not. */
  readonly conflictSince: string | null;
  /** Why its confirmed password is uncertain until its target has confirmed it again: its password was reset or changed outside of the vault (set), an account was created in its place (created), it was deleted, or may have been (deleted), it was renamed, or its password was written with its attributes (renamed), somebody has claimed it who knows its password (claimed), it was not managed for a while (back), the database was restored from a backup, and its password may have been changed after that was made (restored); null = nothing speaks against it. */
  readonly doubt: "set" | "created" | "deleted" | "renamed" | "claimed" | "back" | "restored" | null;
  /** When its password was changed last; null = never. */
  readonly lastRandomized: string | null;
  /** When its password is changed next; null = not planned. */
  readonly nextRandomized: string | null;
  /** How many have its password checked out now. */
  readonly checkoutCount: number;
  /** How many may have its password checked out at once. */
  readonly checkoutLimit: number;
  /** For how many minutes its password may be checked out at most. */
  readonly checkoutMinutes: number;
  /** How often a check-out of its password may be extended. */
  readonly checkoutExtensions: number;
  /** Whether a check-out of its password needs the number of a ticket. */
  readonly checkoutTicket: boolean;
  /** Whether a second person has to be present at each disclosure. */
  readonly checkoutAttended: boolean;
  /** The ways in which its password may be shown. */
  readonly disclosurePlugins: readonly string[];
  /** Whether who asks has a right by which one may have its password, and it is managed and not disabled. */
  readonly mayBorrow?: boolean;
  /** Whether who asks has its password without asking anybody (preApproved). */
  readonly mayTake?: boolean;
  /** Whether who asks may have its password in an emergency (breakGlass). */
  readonly mayBreakGlass?: boolean;
  /** Whether who asks answers for its check-outs (manage). */
  readonly mayManage?: boolean;
  /** Whether a password counts without its target's word, because the target cannot say and its policy does without. */
  readonly confirmWithoutVerify: boolean;
  /** Why its password is not managed; null = it is. */
  readonly disabledReason: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly passwordHistory?: readonly VaultEntry[];
}

export interface VaultEntry {
  /** Its key. */
  readonly key: string;
  /** The managed account. */
  readonly managedAccountKey: string;
  /** The entry that it was to follow; null = the first of its account. */
  readonly parentKey: string | null;
  /** Where the password came from: it was there before (imported), made by us (randomized), told by an operator (overridden) or found on the target (observed). */
  readonly origin: "imported" | "randomized" | "overridden" | "observed";
  /** Whether it is uncertain (U), known not to have come into force (failed), or confirmed (C). */
  readonly status: "U" | "failed" | "C";
  /** When it was written, before any target heard of it. */
  readonly createdAt: string;
  /** When its status last rose. */
  readonly settledAt: string | null;
  /** When the target last said that it opens the account. */
  readonly openedAt: string | null;
  /** When the target last said that it does not open the account. */
  readonly refusedAt: string | null;
  /** The target's words where it refused to take the password. */
  readonly refusal: string | null;
  /** The node that wrote it. */
  readonly createdNode: string;
  /** Who asked for it; null = the service itself. */
  readonly createdBy: string | null;
  /** The run that made it; null = none. */
  readonly runKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ManagedHost {
  /** Its key. */
  readonly key: string;
  /** The one managed account whose password it is given. */
  readonly managedAccountKey: string;
  /** What people call it. */
  readonly name: string;
  /** Whether it is invited, enrolled, or shut out for all time. */
  readonly status: "invited" | "enrolled" | "revoked";
  /** Until when its invitation holds; null = none is open. */
  readonly enrolmentExpiresAt: string | null;
  /** When it was invited. */
  readonly invitedAt: string;
  /** Who has invited it. */
  readonly invitedBy: string;
  /** When it asked last; null = never. */
  readonly lastSeenAt: string | null;
  /** When it was shut out; null = it is not. */
  readonly revokedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ManagedAccountDependant {
  /** Its key. */
  readonly key: string;
  /** The managed account whose password it must have. */
  readonly managedAccountKey: string;
  /** Its turn among the dependants of the account; the lowest is told first. */
  readonly sequence: number;
  /** What it is: an account on another target system (account), or whatever a plug-in tells (plugin). */
  readonly kind: "account" | "plugin";
  /** The account that has the same password; null = it is no account. */
  readonly accountKey: string | null;
  /** The plug-in that tells it the password and tests it; null = none does. */
  readonly plugin: string | null;
  /** What its plug-in is told of it, such as the name of a service; null = nothing. */
  readonly setting: string | null;
  /** The password that it was told last, or may have been, by its entry in the history; null = none yet. */
  readonly toldEntryKey: string | null;
  /** The password that it has, as a test has shown, by its entry; null = that is not known. */
  readonly heldEntryKey: string | null;
  /** The password, by its entry, for which it made the change of the account fail last; null = it never did. */
  readonly refusedEntryKey: string | null;
  /** Since when it has not taken a password; null = it has the last it was told. */
  readonly failingSince: string | null;
  /** Its own words, or those of its target, where it has not taken a password. */
  readonly message: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Run {
  /** Its key. */
  readonly key: string;
  /** Whether it changes the passwords, or tries whether they open. */
  readonly kind: "randomize" | "verify";
  /** Why: the interval is over, somebody asked, a share is verified each night, or what is uncertain is to be settled. */
  readonly reason: "due" | "asked" | "nightly" | "settle" | "checkIn";
  /** The policy whose accounts it is about; null = those that it names, or all. */
  readonly policyId: string | null;
  /** The managed host that fetches what is to be done; null = proxies do it. */
  readonly managedHostKey: string | null;
  /** Who asked for it; null = the service itself. */
  readonly requestedBy: string | null;
  /** The id of the call that asked for it. */
  readonly requestId: string;
  /** Whether it waits for its first step, goes on, is paused, was stopped, or is over. */
  readonly state: "queued" | "running" | "paused" | "stopped" | "ended";
  /** When it was asked for. */
  readonly createdAt: string;
  /** When its first step was done. */
  readonly startedAt: string | null;
  /** When it was over. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly orders?: readonly VaultOrder[];
}

export interface VaultOrder {
  /** Its key. */
  readonly key: string;
  /** The run. */
  readonly runKey: string;
  /** The managed account. */
  readonly managedAccountKey: string;
  /** The dependant that is told or tested; null = it is about the account itself. */
  readonly dependantKey: string | null;
  /** The target system of the account, or of its dependant; empty = a plug-in is asked. */
  readonly targetSystemKey: string;
  /** The proxy in whose hands it is. */
  readonly proxyServer: string | null;
  /** The entry that it is about; null = none yet. */
  readonly entryKey: string | null;
  /** Whether a new password is set (set), or one is only tried (verify); whether a dependant is told the new one (tell) and tried with it (test); whether the confirmed one is set, or told, again (restore). */
  readonly act: "set" | "verify" | "tell" | "test" | "restore";
  /** How often it has been sent. */
  readonly sends: number;
  /** How many passwords were made for it; the target may refuse some. */
  readonly candidates: number;
  /** When it is tried next; null = as soon as possible. */
  readonly nextTryAt: string | null;
  /** Until when the proxy that has it may still act. */
  readonly deadlineAt: string | null;
  /** S = done, F = not done, X = there was nothing to do any more; null = open. */
  readonly result: "S" | "F" | "X" | null;
  /** Why it is not done yet, or was not. */
  readonly errorCode: string | null;
  /** The target's own words. */
  readonly message: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When its account's turn came; null = it waits for it. */
  readonly begunAt: string | null;
  /** When it was over. */
  readonly endedAt: string | null;
  /** The order of the same run that went on with the account; null = none. */
  readonly followedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly managedAccount?: ManagedAccount | null;
}

export interface ImportRule {
  /** Its key. */
  readonly key: string;
  /** Place among the rules for the same objects: the first one that matches decides. */
  readonly sequence: number;
  /** Objects that it is a rule for. */
  readonly objectType: "managedSystem" | "managedAccount";
  /** Action on the objects that it matches. */
  readonly action: "bind" | "unbind" | "delete";
  /** Policy that they are bound to; null = none, as for the other actions. */
  readonly policyId: string | null;
  /** Notes for people; null = none. */
  readonly description: string | null;
  /** Expression over the objects that it matches, such as `resource.id == 'HR'`; docs/import-rule-fields.md lists what it may name. */
  readonly condition: string;
  /** Whether it is carried out at the end of discoveries; true by default. */
  readonly enabled: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Simulation {
  /** Its key; none is kept. */
  readonly key: string;
  /** What the phases are tried for. */
  readonly resourceType: "targetSystem" | "managedGroup" | "managedSystemPolicy";
  /** Its id or key. */
  readonly resourceKey: string;
  /** The phases that are tried. */
  readonly phases: readonly AuthorizationPhase[];
  /** How many of the latest requests are looked at; null = 100. */
  readonly last: number | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SessionLogData {
  /** Its key. */
  readonly key: string;
  /** The session. */
  readonly sessid: string;
  /** A number that rises on each node. */
  readonly seq: number;
  /** When it happened. */
  readonly time: string;
  /** The node. */
  readonly node: string;
  /** The door by which the call came. */
  readonly module: string;
  /** What was done, as a code; docs/audit-operations.md lists them. */
  readonly operation: string;
  /** Whether it was done (S), failed or refused (F), or is not known (N). */
  readonly result: "S" | "F" | "N";
  /** Who did it; null = nobody known. */
  readonly actor: string | null;
  /** For whom; null = for nobody. */
  readonly recipient: string | null;
  /** On what; null = it does not say. */
  readonly ident: string | null;
  /** The target system; null = none. */
  readonly targetSystem: string | null;
  /** The account there; null = none. */
  readonly account: string | null;
  /** The request or mass reset to which it belongs; null = none. */
  readonly batchId: string | null;
  /** What its request asks for: actions, groups, accounts and target systems, with the names of its submission; null = it is about no request. */
  readonly requested: string | null;
  /** From which address; null = from none. */
  readonly ip: string | null;
  /** The id that leads through logs and calls; null = none. */
  readonly requestId: string | null;
  /** Milliseconds that it took; null = not measured. */
  readonly durationMs: number | null;
  /** For how many calls the row stands. */
  readonly calls: number;
  /** What is to be said of it, in words; null = nothing. */
  readonly message: string | null;
  /** The rows that it changed, with their values before and after; null = none. */
  readonly changes: AuditedChanges | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SessionLogAnalytics {
  /** Its key. */
  readonly key: string;
  /** The day, in UTC. */
  readonly day: string;
  /** What was done, as a code. */
  readonly operation: string;
  /** Whether it was done (S), failed or refused (F), or is not known (N). */
  readonly result: "S" | "F" | "N";
  /** How often. */
  readonly count: number;
  /** By how many people. */
  readonly distinctUsers: number;
  /** Milliseconds within which half of the calls were done; null = not measured. */
  readonly p50: number | null;
  /** Milliseconds within which 95 of 100 calls were done; null = not measured. */
  readonly p95: number | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Setting {
  /** Its name: that of the interface specification where it has one. */
  readonly name: string;
  /** The variable of the environment that gives it. */
  readonly variable: string;
  /** What it does. */
  readonly description: string;
  /** What it takes, in words. */
  readonly type: string;
  /** Its value in the process that answers: true, false, a number, a text (a list with commas), or null. A value that is given is stored; null takes away what is stored. */
  readonly value: string | number | boolean | null;
  /** Where that value comes from: the first of these that gives one. */
  readonly origin: "flag" | "environment" | "file" | "stored" | "default";
  /** What is stored for all processes; null = nothing. */
  readonly storedValue: string | number | boolean | null;
  /** Its value where nobody gives one; null = none. */
  readonly defaultValue: string | number | boolean | null;
  /** When a stored value acts: at once, or as a process starts; null = none can be stored. */
  readonly takesEffect: "atOnce" | "nextStart" | null;
  /** Why it cannot be stored, and the way out; null = it can. */
  readonly notStorable: string | null;
  /** What is missing before anything reads it; null = nothing is. */
  readonly waitsFor: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Policy {
  /** Its name, which follows from the address of the call. */
  readonly name: string;
  /** What is stored under the name; null = nothing, and the default holds. */
  readonly expression: string | null;
  /** Whether what is stored is in force; where it is not, the default of the name is. */
  readonly enabled: boolean;
  /** The number of its newest version; 0 = it was never changed. */
  readonly number: number;
  /** Where what is in force comes from; setAside = something is stored, and the default is in force. */
  readonly origin: "default" | "changed" | "setAside";
  /** What is asked now. */
  readonly inForce: string;
  /** What holds where nothing is stored; null = nothing asks for it. */
  readonly default: string | null;
  /** Why it denies everybody; null = it can be asked. */
  readonly fault: string | null;
  /** What `resource` is in it; null = it is told of nothing. */
  readonly resource: string | null;
  /** The fields of `resource` that it may read. */
  readonly fields: readonly PolicyField[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly versions?: readonly PolicyVersion[];
}

export interface PolicyVersion {
  /** Its key. */
  readonly key: string;
  /** The policy. */
  readonly name: string;
  /** From 1, counted for each policy, also beyond a reset. */
  readonly number: number;
  /** What was done. */
  readonly action: "set" | "reset" | "rollback";
  /** What was stored before; null = the default held. */
  readonly before: string | null;
  /** What is stored from then on; null = the default holds. */
  readonly after: string | null;
  /** Whether what is stored is in force. */
  readonly enabled: boolean;
  /** Who did it. */
  readonly changedBy: string;
  /** When. */
  readonly changedAt: string;
  /** Why; null = nobody said. */
  readonly comment: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Client {
  /** Name of the application in its calls (client_id): letters, digits, dot, underscore and hyphen. */
  readonly id: string;
  /** Name on the sign-in page; null = the ID. */
  readonly displayName: string | null;
  /** Whether it can keep no secret: an application in a browser or on a device. */
  readonly isPublic: boolean;
  /** Whether it belongs to this service: nobody is asked whether it may, and it may have the grant password. */
  readonly firstParty: boolean;
  /** Whether it is served; where it is not, it gets no token. */
  readonly enabled: boolean;
  /** Ways in which it may get tokens. */
  readonly grants: readonly ("password" | "authorization_code" | "client_credentials" | "refresh_token")[];
  /** Rights that its tokens may have; none = all that its grants give but openid. */
  readonly scopes: readonly ("api" | "openid" | "offline_access")[];
  /** Addresses to which people return with a code, one on each line: https, or http on the same machine. */
  readonly redirectUris: readonly string[];
  /** Addresses to which people may return after signing out, one on each line. */
  readonly postLogoutRedirectUris: readonly string[];
  /** The user as whom it acts when nobody has signed in; null = it never does. */
  readonly userKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
  readonly tokens?: readonly ClientToken[];
}

export interface ClientToken {
  /** Its key. */
  readonly key: string;
  /** The session to which it belongs: all of it ends together. */
  readonly family: string;
  /** The user in whose name it was given. */
  readonly userKey: string;
  /** The application that has it. */
  readonly clientId: string;
  /** What it is good for, with blanks between. */
  readonly scope: string;
  /** When it was given. */
  readonly createdAt: string;
  /** When it ends by itself. */
  readonly expiresAt: string;
  /** When it was exchanged for the next one; null = it was not. */
  readonly consumedAt: string | null;
  /** When it was ended; null = it was not. */
  readonly revokedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
}

export interface AuthChain {
  /** Its name. */
  readonly name: string;
  /** What is stored under the name; null = nothing, and the default holds. */
  readonly stored: ChainOfSteps | null;
  /** Whether what is stored is in force; where it is not, the default of the name is. */
  readonly enabled: boolean;
  /** The number of its newest version; 0 = it was never changed. */
  readonly number: number;
  /** The chain that is walked; null = none. */
  readonly inForce: ChainOfSteps | null;
  /** The version that is walked; 0 = the default, null = none. */
  readonly inForceNumber: number | null;
  /** Why what is stored is not walked; null = nothing is wrong with it. */
  readonly fault: string | null;
  /** What is to be thought over in the chain that is walked, or in how it stands beside the others. */
  readonly warnings: readonly AuthChainFault[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly versions?: readonly AuthChainVersion[];
}

export interface AuthChainVersion {
  /** Its key. */
  readonly key: string;
  /** The chain. */
  readonly name: string;
  /** From 1, counted for each name. */
  readonly number: number;
  /** What was done. */
  readonly action: "set" | "reset" | "rollBack";
  /** What was stored before; null = nothing. */
  readonly before: ChainOfSteps | null;
  /** What was stored then; null = nothing, so that the default holds. */
  readonly after: ChainOfSteps | null;
  /** Whether it was put into force. */
  readonly enabled: boolean;
  /** Who did it. */
  readonly changedBy: string;
  /** When. */
  readonly changedAt: string;
  /** Why; null = nobody said. */
  readonly comment: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ProxyServer {
  /** Its id. */
  readonly id: string;
  /** Whether it is invited, enrolled or revoked. */
  readonly status: string;
  /** The connectors that it has reported. */
  readonly connectors: readonly ReportedConnector[];
  /** The connectors that it could not load. */
  readonly failedConnectors: readonly FailedConnector[];
  /** The version of its software; null = it never reported. */
  readonly softwareVersion: string | null;
  /** When it reported last; null = never. */
  readonly lastSeenAt: string | null;
  /** Until when its invitation holds; null = none is open. */
  readonly enrolmentExpiresAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Node {
  /** Its key. */
  readonly key: string;
  /** Its name. */
  readonly id: string;
  /** What people call it. */
  readonly description: string | null;
  /** When it joined the installation. */
  readonly registeredAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Checkout {
  /** Its key. */
  readonly key: string;
  /** The managed account whose password is handed out. */
  readonly managedAccountKey: string;
  /** The managed system policy under which it was asked for. */
  readonly policyId: string;
  /** Who gets the password. */
  readonly userKey: string;
  /** The request that asked for it; null = none was needed. */
  readonly requestKey: string | null;
  /** How far the check-out has come: requested, approved (it waits for its turn), checkedOut, and its ends: checkedIn, expired, revoked, denied, withdrawn. */
  readonly status: "requested" | "approved" | "checkedOut" | "checkedIn" | "expired" | "revoked" | "denied" | "withdrawn";
  /** Why. */
  readonly reason: string;
  /** The number of the ticket that asks for it; null = none. */
  readonly ticket: string | null;
  /** For how many minutes; they count from when it is handed out. */
  readonly minutes: number | null;
  /** Not to be handed out before; null = as soon as it may. */
  readonly startAt: string | null;
  /** Whether it was taken in an emergency, without approval. */
  readonly breakGlass: boolean;
  /** Who gave the second proof of an emergency; null = it is none. */
  readonly vouchedByKey: string | null;
  /** When an emergency was reviewed; null = it is none, or waits for it. */
  readonly reviewedAt: string | null;
  /** Who has reviewed the emergency; null = nobody (yet). */
  readonly reviewedByKey: string | null;
  /** What the review has come to; null = nothing yet. */
  readonly review: string | null;
  /** When it was asked for. */
  readonly requestedAt: string;
  /** When it was authorized; null = not yet. */
  readonly approvedAt: string | null;
  /** When the password was handed out; null = not yet. */
  readonly checkedOutAt: string | null;
  /** When it is checked in by itself; null = not checked out yet. */
  readonly expiresAt: string | null;
  /** How often it was extended. */
  readonly extensions: number;
  /** When it ended; null = it has not. */
  readonly endedAt: string | null;
  /** Who has ended it; null = nobody, or the service itself. */
  readonly endedByKey: string | null;
  /** Why it ended, where that needs words; null = it does not. */
  readonly endReason: string | null;
  /** Whether its password is still to be changed because it was handed out. */
  readonly awaitsChange: boolean;
  /** When the password was known to have been changed after it; null = not (yet). */
  readonly changedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly commands?: readonly ListedCommand[];
  readonly user?: Person | null;
  readonly managedAccount?: ManagedAccount | null;
  readonly disclosures?: readonly Disclosure[];
}

export interface Disclosure {
  /** Its key. */
  readonly key: string;
  /** The check-out. */
  readonly checkoutKey: string;
  /** Who asked for it. */
  readonly userKey: string;
  /** The way in which the password was shown. */
  readonly plugin: string;
  /** The address from which it was asked for; null = not known. */
  readonly address: string | null;
  /** The door through which it was asked for. */
  readonly module: string;
  /** When it was asked for. */
  readonly createdAt: string;
  /** Until when its token could be used. */
  readonly expiresAt: string;
  /** When the password was given out; null = it was not. */
  readonly usedAt: string | null;
  /** The moment whose password was asked for; null = that of now. */
  readonly heldAt: string | null;
  /** The second person who was present; null = none was needed. */
  readonly attendedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SamlProvider {
  /** Name in sign-ins and chains, and in the addresses that the provider is told; it never changes. */
  readonly id: string;
  /** Notes for people; null = none. */
  readonly description: string | null;
  /** Address at which people sign in there, for requests by redirect. */
  readonly entryPoint: string;
  /** Name by which the provider calls itself (entity ID); assertions of another issuer are refused. */
  readonly issuer: string;
  /** Certificates of the keys by which it signs, in PEM, one behind the other; several while it changes keys. */
  readonly certificates: readonly string[];
  /** Name of this service to the provider (audience); null = the address of our metadata. */
  readonly entityId: string | null;
  /** Attribute of an assertion that names the user; null = its NameID. */
  readonly nameAttribute: string | null;
  /** Profile attribute of our user that the name is compared with; null = the ID of the user. */
  readonly userAttribute: string | null;
  /** Algorithms by which it may sign; none = all of them, of which none is built on SHA-1. */
  readonly signatureAlgorithms: readonly ("rsa-sha256" | "rsa-sha512" | "rsa-pss-sha256")[];
  /** Difference of its clock that is accepted, in seconds. */
  readonly clockSkewSeconds: number;
  /** User class whose members may sign in by it; null = everybody. */
  readonly userClass: string | null;
  /** Whether it may name superusers; false by default. Only a superuser sets it, or changes a provider that has it. */
  readonly superusers: boolean;
  /** Whether sign-ins by it are accepted; true by default. */
  readonly enabled: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Webhook {
  /** Its key. */
  readonly key: string;
  /** Address to which events are sent: https, or http on this machine. */
  readonly url: string;
  /** Notes for people; null = none. */
  readonly description: string | null;
  /** Types of events that are sent; none = all, including those of later versions. */
  readonly eventTypes: readonly ("gatehouse.request.submitted" | "gatehouse.request.held" | "gatehouse.request.scheduled" | "gatehouse.request.performing" | "gatehouse.request.completed" | "gatehouse.request.denied" | "gatehouse.request.cancelled" | "gatehouse.request.expired" | "gatehouse.phase.opened" | "gatehouse.phase.approved" | "gatehouse.phase.denied" | "gatehouse.authorizer.reminded" | "gatehouse.decision.overridden" | "gatehouse.decision.unapproved" | "gatehouse.decision.voided" | "gatehouse.request.sentBack" | "gatehouse.request.resubmitted" | "gatehouse.request.edited" | "gatehouse.request.asked" | "gatehouse.request.answered" | "gatehouse.request.commented" | "gatehouse.authorizer.escalated" | "gatehouse.delegation.asked" | "gatehouse.delegation.changed" | "gatehouse.decision.made" | "gatehouse.operation.ended" | "gatehouse.account.created" | "gatehouse.account.ownerChanged" | "gatehouse.account.changed" | "gatehouse.account.removed" | "gatehouse.group.created" | "gatehouse.group.changed" | "gatehouse.group.removed" | "gatehouse.membership.added" | "gatehouse.membership.removed" | "gatehouse.user.created" | "gatehouse.user.locked" | "gatehouse.user.unlocked" | "gatehouse.user.disabled" | "gatehouse.user.enabled" | "gatehouse.user.changed" | "gatehouse.user.removed" | "gatehouse.targetSystem.created" | "gatehouse.targetSystem.changed" | "gatehouse.targetSystem.removed" | "gatehouse.policy.changed" | "gatehouse.managedAccount.conflict" | "gatehouse.managedAccount.randomized" | "gatehouse.checkout.emergency" | "gatehouse.checkout.asked" | "gatehouse.checkout.out" | "gatehouse.checkout.ended" | "gatehouse.checkout.changed" | "gatehouse.checkout.reviewed" | "gatehouse.disclosure.used" | "gatehouse.vaultRun.ended" | "gatehouse.webhook.disabled")[];
  /** Whether events are sent; true by default. */
  readonly enabled: boolean;
  /** Why it was disabled; null = it is not. */
  readonly disabledReason: string | null;
  /** When it was disabled; null = it is not. */
  readonly disabledAt: string | null;
  /** Until when events are signed with the secret before, too; null = they are not. */
  readonly previousSecretUntil: string | null;
  /** When it was added. */
  readonly createdAt: string;
  /** How far in the log of changes its events have been made. */
  readonly position: number;
  /** When an event was delivered last; null = never. */
  readonly deliveredAt: string | null;
  /** Since when deliveries fail; null = they do not. */
  readonly failingSince: string | null;
  /** How many events wait. */
  readonly waiting: number;
  /** How many events were given up. */
  readonly dead: number;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly deliveries?: readonly WebhookDelivery[];
}

export interface WebhookDelivery {
  /** Its key. */
  readonly key: string;
  /** The place of the event in the log of changes. */
  readonly position: number;
  /** What has happened. */
  readonly type: "gatehouse.request.submitted" | "gatehouse.request.held" | "gatehouse.request.scheduled" | "gatehouse.request.performing" | "gatehouse.request.completed" | "gatehouse.request.denied" | "gatehouse.request.cancelled" | "gatehouse.request.expired" | "gatehouse.phase.opened" | "gatehouse.phase.approved" | "gatehouse.phase.denied" | "gatehouse.authorizer.reminded" | "gatehouse.decision.overridden" | "gatehouse.decision.unapproved" | "gatehouse.decision.voided" | "gatehouse.request.sentBack" | "gatehouse.request.resubmitted" | "gatehouse.request.edited" | "gatehouse.request.asked" | "gatehouse.request.answered" | "gatehouse.request.commented" | "gatehouse.authorizer.escalated" | "gatehouse.delegation.asked" | "gatehouse.delegation.changed" | "gatehouse.decision.made" | "gatehouse.operation.ended" | "gatehouse.account.created" | "gatehouse.account.ownerChanged" | "gatehouse.account.changed" | "gatehouse.account.removed" | "gatehouse.group.created" | "gatehouse.group.changed" | "gatehouse.group.removed" | "gatehouse.membership.added" | "gatehouse.membership.removed" | "gatehouse.user.created" | "gatehouse.user.locked" | "gatehouse.user.unlocked" | "gatehouse.user.disabled" | "gatehouse.user.enabled" | "gatehouse.user.changed" | "gatehouse.user.removed" | "gatehouse.targetSystem.created" | "gatehouse.targetSystem.changed" | "gatehouse.targetSystem.removed" | "gatehouse.policy.changed" | "gatehouse.managedAccount.conflict" | "gatehouse.managedAccount.randomized" | "gatehouse.checkout.emergency" | "gatehouse.checkout.asked" | "gatehouse.checkout.out" | "gatehouse.checkout.ended" | "gatehouse.checkout.changed" | "gatehouse.checkout.reviewed" | "gatehouse.disclosure.used" | "gatehouse.vaultRun.ended" | "gatehouse.webhook.disabled";
  /** What is sent, as a CloudEvent. */
  readonly event: CloudEvent;
  /** Whether it waits, was delivered, or was given up. */
  readonly state: "waiting" | "delivered" | "dead";
  /** How often it was tried. */
  readonly tries: number;
  /** When it is tried next. */
  readonly nextTryAt: string;
  /** The status of the last answer; null = there was none. */
  readonly lastStatus: number | null;
  /** Why the last try failed; null = it did not. */
  readonly lastError: string | null;
  /** When it was made. */
  readonly createdAt: string;
  /** When it was delivered or given up; null = it waits. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface CatalogueField {
  /** The name of the attribute on the target. */
  readonly attribute: string;
  /** Of which objects it is. */
  readonly discoveredObjectType: "user" | "group" | "computer" | "ou" | "subscriber";
  /** What its values are; string by default. */
  readonly type: "string" | "number" | "boolean" | "dateTime";
  /** How many values it must have; 0 by default. */
  readonly minValues: number;
  /** How many values it may have; 1 by default. */
  readonly maxValues: number;
  /** What each value must match, as a regular expression; null = anything. */
  readonly valueRegex: string | null;
  /** Whether it is set from the recipient's profile where an object is created, and not asked. */
  readonly fromProfile: boolean;
}

export interface CataloguePhase {
  /** Its number: phases run one after another. */
  readonly sequence: number;
  /** Who would be asked. */
  readonly authorizers: readonly CatalogueAuthorizer[];
  /** The same in words for people; conditions are not told. */
  readonly words: string;
}

export interface CatalogueAuthorizer {
  /** What leads to them. */
  readonly kind: "person" | "userClass" | "everybody" | "manager" | "groupOwners" | "plugin" | "requester" | "recipient";
  /** The person; null = it is none, or is not told. */
  readonly person: PersonName | null;
  /** How many levels the manager stands above the recipient; null = it is none. */
  readonly managerLevels: number | null;
  /** The user class; null = it is none, or is not told. */
  readonly userClass: string | null;
  /** Whether a denial by them denies the request; false by default. */
  readonly veto: boolean;
  /** Whether they must answer; false by default. */
  readonly inputRequired: boolean;
}

export interface PersonName {
  /** Its key. */
  readonly key: string;
  /** Name for signing in, case-sensitive; two users differ in more than the case and width of its letters. */
  readonly id: string;
  /** Name that people are shown; null = none. */
  readonly displayName: string | null;
}

export interface TargetAttributes {
  readonly [name: string]: unknown;
}

export interface OperationError {
  /** What kind of error it is. */
  readonly code: string;
  /** What the target has said; null = nothing. */
  readonly message: string | null;
  /** The code of the target itself; null = none. */
  readonly targetCode: string | null;
}

export interface PhaseAuthorizer {
  /** The person. */
  readonly userKey: string;
  /** The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for. */
  readonly via: readonly string[];
  /** Whether a denial by this person denies the request. */
  readonly veto: boolean;
  /** Whether this person must answer. */
  readonly inputRequired: boolean;
  /** When this person came into the phase; null = as it opened. */
  readonly askedAt: string | null;
  /** When this person was reminded last; null = not yet. */
  readonly remindedAt: string | null;
  /** When another was to be asked in the place of this person, who had not answered; null = not yet. */
  readonly escalatedAt: string | null;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
}

export interface EventFacts {
  readonly [name: string]: unknown;
}

export interface PasswordRuleGroup {
}

export interface LengthRules extends PasswordRuleGroup {
  /** The fewest characters of a password. */
  readonly minLength: NumberPasswordRule;
  /** The most characters of a password. */
  readonly maxLength: NumberPasswordRule;
}

export interface PasswordRule {
  /** Whether a password that breaks it is refused, is told so, or nothing. */
  readonly mode: "required" | "warning" | "disabled";
  /** What people are told who break it; null = the service's own words. */
  readonly message: string | null;
}

export interface NumberPasswordRule extends PasswordRule {
  /** What it compares with; null = nothing, or nothing yet. */
  readonly value: number | null;
}

export interface CharacterRules extends PasswordRuleGroup {
  /** The fewest capital letters. */
  readonly minUpper: NumberPasswordRule;
  /** The fewest small letters. */
  readonly minLower: NumberPasswordRule;
  /** The fewest digits. */
  readonly minDigits: NumberPasswordRule;
  /** The fewest characters that are neither letters nor digits. */
  readonly minSpecial: NumberPasswordRule;
  /** The most equal characters beside each other. */
  readonly maxRepeat: NumberPasswordRule;
  /** The most letters or digits that follow each other, such as abcd or 4321. */
  readonly maxSequence: NumberPasswordRule;
  /** It must begin with a letter. */
  readonly beginsWithLetter: TextPasswordRule;
  /** The characters of which it must consist. */
  readonly allowedChars: TextPasswordRule;
  /** The characters that it must not have. */
  readonly forbiddenChars: TextPasswordRule;
}

export interface TextPasswordRule extends PasswordRule {
  /** What it compares with; null = nothing, or nothing yet. */
  readonly value: string | null;
}

export interface DictionaryRules extends PasswordRuleGroup {
  /** It must not contain the id of the user or of the account. */
  readonly notProfileId: TextPasswordRule;
  /** It must not contain a part of the user's name. */
  readonly notNameParts: TextPasswordRule;
  /** It must not be a word with some characters around it. */
  readonly notDictionary: TextPasswordRule;
  /** It must not be one of the most used passwords. */
  readonly notCommon: TextPasswordRule;
}

export interface HistoryRules extends PasswordRuleGroup {
  /** How many of the last passwords of the account, or of the user, it must not be. */
  readonly notHistory: NumberPasswordRule;
  /** In how many characters at least it must differ from the old one. */
  readonly notOldPasswordSimilar: NumberPasswordRule;
}

export interface CustomRules extends PasswordRuleGroup {
  /** The regular expression that it must fit. */
  readonly regex: TextPasswordRule;
  /** The plug-in that judges it; the service asks none yet. */
  readonly plugin: TextPasswordRule;
}

export interface TargetSystemAddress {
  readonly [name: string]: unknown;
}

export interface AuthorizationPhase {
  /** Its number: phases run one after another. */
  readonly sequence: number;
  /** How many must approve; 1 by default. A rule that is given takes its place. */
  readonly minApprovals: number;
  /** How many denials deny the request; 1 by default. A rule that is given takes its place. */
  readonly maxDenials: number;
  /** When it is approved and when denied, as docs/phase-rules.md explains it; null = as what stands beside it says, of which it then tells the rule. */
  readonly rule: string | null;
  /** When whoever decides must say why: never, at an approval, at a denial, or at both; never by default. */
  readonly reasonRequired: "never" | "approval" | "denial" | "both";
  /** Whether those who decide may change the operations first; false by default. */
  readonly mayEdit: boolean;
  /** Who may decide, where no rule is given. */
  readonly authorizers: readonly Authorizer[];
}

export interface Authorizer {
  /** The person; null = others are named. */
  readonly userKey: string | null;
  /** The user class whose members decide; null = others are named. */
  readonly userClass: string | null;
  /** The manager so many levels above the recipient; null = others are named. */
  readonly managerLevels: number | null;
  /** Whether the owners of the group decide; false by default. */
  readonly groupOwners: boolean;
  /** The plug-in of the kind authorizers that names them; null = others are named. */
  readonly plugin: string | null;
  /** Whether a denial by them denies the request; false by default. */
  readonly veto: boolean;
  /** Whether they must answer; false by default. */
  readonly inputRequired: boolean;
}

export interface AttributeData {
  /** The value as a text. */
  readonly value: string;
}

export interface NoticeFacts {
  readonly [name: string]: unknown;
}

export interface PasswordWarning {
  /** The rule that the password breaks. */
  readonly rule: string;
  /** What the rule asks for. */
  readonly message: string;
}

export interface DiscoveryProgress {
  /** How far it has come. */
  readonly phase: "queued" | "listing" | "confirming" | "loading" | "associating" | "ended";
  /** What has begun it. */
  readonly trigger: "user" | "schedule" | "psupdate";
  /** Whether everything is listed, or what has changed since the last one. */
  readonly mode: "full" | "changes";
  /** How many objects the target has listed. */
  readonly listed: number;
  /** How many memberships the target has listed; null = none were asked for. */
  readonly listedMemberships: number | null;
  /** How many pieces of the listing have come. */
  readonly chunks: number;
  /** How many known objects the listing does not have. */
  readonly removals: number;
  /** How many objects were known before. */
  readonly known: number;
  /** How many users no source of profiles would have any more; null = the target system is none. */
  readonly leavers: number | null;
  /** How many users came from sources of profiles and are enabled; null = the target system is none. */
  readonly knownPeople: number | null;
  /** What an operator has to confirm, or had to, before it is loaded; empty where nothing is lost that must be. */
  readonly losses: readonly DiscoveryLoss[];
  /** What an operator has decided about it; null = nothing. */
  readonly decision: "confirm" | "abort" | null;
  /** How many rows the listing has added, changed and removed. */
  readonly loaded: LoadCounts;
  /** How many accounts got an owner. */
  readonly associated: number;
  /** What has become of users; null = nothing yet, or the target system is no source of profiles. */
  readonly people: PeopleCounts | null;
  /** What has become of the owners of groups; null = nothing yet. */
  readonly owners: OwnerCounts | null;
  /** What the import rules have done; null = they have not run. */
  readonly imported: ImportCounts | null;
  /** What of the listing was left out, and why, in words; what is on record of it stays. */
  readonly leftOut: readonly string[];
  /** What went wrong without ending it, in words. */
  readonly warnings: readonly string[];
}

export interface DiscoveryLoss {
  /** What would go; objects are accounts and groups together, members those of one group, and people are disabled. */
  readonly of: "objects" | "accounts" | "groups" | "memberships" | "members" | "people";
  /** How many would go. */
  readonly gone: number;
  /** How many there are. */
  readonly known: number;
  /** The name of the group that would have no members; null of everything else. */
  readonly group: string | null;
}

export interface LoadCounts {
  /** How many objects were new. */
  readonly added: number;
  /** How many objects were otherwise than before. */
  readonly changed: number;
  /** How many objects were there no more. */
  readonly removed: number;
  /** How many memberships were added or removed. */
  readonly memberships: number;
}

export interface PeopleCounts {
  /** How many users were made. */
  readonly added: number;
  /** How many users who were there have another name, manager or attribute. */
  readonly changed: number;
  /** How many users are back, whom a source had disabled. */
  readonly enabled: number;
  /** How many users were disabled because no source has them any more. */
  readonly disabled: number;
  /** What of the source could not be taken, in words. */
  readonly problems: readonly string[];
}

export interface OwnerCounts {
  /** How many users became an owner of a group by what the target says. */
  readonly added: number;
  /** How many are none any more by what the target says. */
  readonly removed: number;
  /** What of the target could not be taken, in words. */
  readonly problems: readonly string[];
}

export interface ImportCounts {
  /** How many objects came under a policy. */
  readonly bound: number;
  /** How many objects were taken from their policy. */
  readonly unbound: number;
  /** How many objects are managed no more. */
  readonly deleted: number;
}

export interface DiscoveredObject {
  /** What has become of it. */
  readonly change: "added" | "changed" | "removed";
  /** Whether it is an account or a group. */
  readonly type: "group" | "account";
  /** What it is called on the target system. */
  readonly name: string;
}

export interface TestedServer {
  /** The product, as the server names it. */
  readonly product: string;
  /** Its version; null = the server does not tell. */
  readonly version: string | null;
  /** What the connector can do there. */
  readonly capabilities: readonly string[];
  /** The version of the connector. */
  readonly connectorVersion: string;
  /** Milliseconds that the server took to answer. */
  readonly latencyMs: number;
  /** Milliseconds by which its clock is ahead of the proxy's; null = it does not tell. */
  readonly clockSkewMs: number | null;
}

export interface AuditedChanges {
  readonly [name: string]: unknown;
}

export interface PolicyField {
  /** Its name behind `resource.`. */
  readonly name: string;
  /** What it holds: a string, a number, a bool, or a list of texts. */
  readonly type: string;
}

export interface ChainOfSteps {
  /** Its name; left out = that under which it is stored. */
  readonly name: string;
  /** What it is for. */
  readonly description: string;
  /** What it is walked for. */
  readonly purpose: "signIn" | "forgotPassword" | "identify";
  /** Of several chains that match that with the lowest is taken. */
  readonly position: number;
  /** When it is taken: all must match. */
  readonly selectors: readonly ChainSelector[];
  /** The name of its first step. */
  readonly first: string;
  /** By their names: component, configuration, and where each outcome leads: to a step, ALLOW or DENY. */
  readonly steps: ChainSteps;
}

export interface ChainSelector {
  /** A fact of the sign-in, such as ip. */
  readonly expression: string;
  /** How the fact is judged. */
  readonly match: "set" | "notset" | "equal" | "notequal";
  /** What equal and notequal compare it with; the others have none. */
  readonly value: string | null;
}

export interface ChainSteps {
  readonly [name: string]: unknown;
}

export interface AuthChainFault {
  /** Where, such as steps.password.outcomes.failed. */
  readonly place: string;
  /** The rule, and the way out. */
  readonly message: string;
}

export interface ReportedConnector {
  /** Its id. */
  readonly id: string;
  /** Its version. */
  readonly version: string;
  /** The functions that it has. */
  readonly capabilities: readonly string[];
  /** The JSON Schema of the addresses that it takes. */
  readonly addressSchema: ConnectorAddressSchema;
}

export interface ConnectorAddressSchema {
  readonly [name: string]: unknown;
}

export interface FailedConnector {
  /** The folder or package that could not be loaded. */
  readonly name: string;
  /** What kind of problem it is. */
  readonly problem: "notLoadable" | "noConnector" | "otherSdk" | "invalidDefinition" | "invalidAddressSchema" | "duplicateId";
  /** What is wrong, and the way out. */
  readonly message: string;
}

export interface CloudEvent {
  readonly [name: string]: unknown;
}

export interface Expectation {
  /** The key of the recipient; null = whoever it is. */
  readonly recipient: string | null;
  /** All its operations, in their order or each with its sequence; left out = whatever they are. */
  readonly operations: readonly ExpectedOperation[];
}

export interface ExpectedOperation {
  /** Its place in the request, from 1 on; null = its place in the list. */
  readonly sequence: number | null;
  /** What is asked for, as a code. */
  readonly code: string;
  /** The target system; null = whichever it is. */
  readonly targetSystemKey: string | null;
  /** The account; null = none. */
  readonly accountKey: string | null;
  /** The group; null = none. */
  readonly groupKey: string | null;
  /** Its attributes; null = none. */
  readonly attributes: TargetAttributes | null;
}

export interface OperationChange {
  /** The number of the operation. */
  readonly sequence: number;
  /** The account; null = the one that the request creates; left out = as it was. */
  readonly accountKey: string | null;
  /** Attributes in the place of all that it had; null = none; left out = as they were. */
  readonly attributes: TargetAttributes | null;
}

export interface RecordedDecision {
  /** The request. */
  readonly requestKey: string;
  /** The number of the phase. */
  readonly phase: number;
  /** What was decided. */
  readonly decision: string;
  /** The numbers of the operations that it is about. */
  readonly operations: readonly number[];
}

export interface UnapprovedPhase {
  /** The request. */
  readonly requestKey: string;
  /** The number of the phase. */
  readonly phase: number;
}

export interface WrittenComment {
  /** The key of what was said. */
  readonly key: string;
  /** The request. */
  readonly requestKey: string;
}

export interface EscalatedPhase {
  /** The request. */
  readonly requestKey: string;
  /** The number of the phase. */
  readonly phase: number;
  /** Who is asked now. */
  readonly userKey: string;
}

export interface ResolvedHold {
  /** The request. */
  readonly key: string;
  /** What was decided. */
  readonly decision: string;
  /** Its status from now on. */
  readonly status: string;
}

export interface EditedRequest {
  /** The request. */
  readonly key: string;
  /** The numbers of the operations that are not as they were. */
  readonly changed: readonly number[];
  /** How many decisions count no longer. */
  readonly voided: number;
}

export interface CancelledRequest {
  /** The request. */
  readonly key: string;
  /** Its status from now on. */
  readonly status: string;
}

export interface RequestExplanation {
  /** Its status as a letter. */
  readonly status: string;
  /** Its status in words. */
  readonly statusText: string;
  /** Whether it has ended. */
  readonly final: boolean;
  /** The people who must act. */
  readonly waitsFor: readonly ExplainedAuthorizer[];
  /** The phase that is open, or that has ended it; null = none. */
  readonly phase: ExplainedPhase | null;
  /** What the requester was asked and has not answered. */
  readonly questions: readonly OpenQuestion[];
  /** Every phase that has opened, as the ledger tells of it: its rule, whom it asked, what they said. */
  readonly phases: readonly ToldPhase[];
  /** How it ended, as the ledger tells of it; null = it goes on. */
  readonly end: ToldEnd | null;
  /** Whether its ledger is as it was written; of one that was changed, or is not there, nothing is told. */
  readonly ledger: "whole" | "changed" | "none";
  /** Its operations and what they wait for. */
  readonly operations: readonly ExplainedOperation[];
  /** When the people are reminded next; null = never. */
  readonly nextReminderAt: string | null;
  /** When others are asked; null = never. */
  readonly escalatesAt: string | null;
  /** Since when its requester is to change and resubmit it; null = it was not sent back. */
  readonly sentBackAt: string | null;
  /** When it is carried out; null = as soon as it is approved. */
  readonly startsAt: string | null;
  /** When it expires if nobody decides; null = it cannot any more. */
  readonly expiresAt: string | null;
  /** What comes next, in words. */
  readonly next: string;
}

export interface ExplainedAuthorizer {
  /** The person. */
  readonly userKey: string;
  /** The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for. */
  readonly via: readonly string[];
  /** Whether a denial by this person denies the request. */
  readonly veto: boolean;
  /** Whether this person must answer. */
  readonly inputRequired: boolean;
  /** When this person came into the phase; null = as it opened. */
  readonly askedAt: string | null;
  /** When this person was reminded last; null = not yet. */
  readonly remindedAt: string | null;
  /** When another was to be asked in the place of this person, who had not answered; null = not yet. */
  readonly escalatedAt: string | null;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
  /** Since when this person is waited for. */
  readonly since: string;
}

export interface ExplainedPhase {
  /** The number of the phase. */
  readonly sequence: number;
  /** Whether it waits, is open or has ended. */
  readonly state: string;
  /** What the decisions come to by now. */
  readonly outcome: "approved" | "denied" | "open";
  /** The number of the rule by which it is so. */
  readonly rule: number;
  /** The rule in words. */
  readonly ruleText: string;
  /** How many have approved. */
  readonly approvals: number;
  /** How many approvals are missing. */
  readonly approvalsMissing: number;
  /** How many have denied. */
  readonly denials: number;
  /** The rule with which it opened, as docs/phase-rules.md explains it. */
  readonly authorizationRule: string;
  /** What this rule still needs. */
  readonly needs: readonly ExplainedNeed[];
  /** What was decided in it. */
  readonly decisions: readonly ExplainedDecision[];
}

export interface ExplainedNeed {
  /** The part of the rule that is open. */
  readonly part: string;
  /** How many approvals it lacks; null = answers are needed, whatever they say. */
  readonly approvals: number | null;
  /** Those who can give them. */
  readonly userKeys: readonly string[];
}

export interface ExplainedDecision {
  /** Who decided. */
  readonly userKey: string;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
  /** What was decided: approve, deny or abstain. */
  readonly decision: string;
  /** Why, in the words of who decided; null = nothing was said. */
  readonly comment: string | null;
  /** When. */
  readonly decidedAt: string;
  /** The operations that it is about; null = all of the request. */
  readonly operationKeys: readonly string[];
  /** Whether a superuser decided in the place of the authorizers, whatever they say. */
  readonly override: boolean;
  /** From when on it no longer counts; null = it counts. */
  readonly voidedAt: string | null;
  /** Why it no longer counts: unapproved, its author took it back; edited, an operation was changed that it was about; null = it counts. */
  readonly voidedBecause: "unapproved" | "edited" | null;
}

export interface OpenQuestion {
  /** Its key. */
  readonly key: string;
  /** Who said it. */
  readonly userKey: string;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
  /** What was said. */
  readonly text: string;
  /** When. */
  readonly writtenAt: string;
}

export interface ToldPhase {
  /** The number of the phase. */
  readonly sequence: number;
  /** The target system from which it comes; null = none. */
  readonly targetSystemKey: string | null;
  /** When it was opened. */
  readonly openedAt: string;
  /** The phase of its target system from which it comes; null = none. */
  readonly ruleKey: string | null;
  /** The version that this one had then. */
  readonly ruleVersion: number | null;
  /** The rule with which it opened, as docs/phase-rules.md explains it. */
  readonly rule: string;
  /** The conditions of the rule; what they left of it is the rule above. */
  readonly conditions: readonly AskedCondition[];
  /** What was said elsewhere and counts in it. */
  readonly carried: readonly CarriedAnswer[];
  /** What the decisions come to. */
  readonly outcome: "approved" | "denied" | "open";
  /** Whom it asked, and how each came in. */
  readonly people: readonly ToldPerson[];
  /** What was said in it, and counts. */
  readonly decisions: readonly ToldDecision[];
}

export interface AskedCondition {
  /** A condition of the rule, as it is written. */
  readonly condition: string;
  /** Whether it was met as the phase opened. */
  readonly isMet: boolean;
}

export interface CarriedAnswer {
  /** Who decided. */
  readonly userKey: string;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
  /** What was decided: approve, deny or abstain. */
  readonly decision: string;
  /** The number of the phase in which it was given; null = by asking. */
  readonly phase: number | null;
}

export interface ToldPerson {
  /** The person. */
  readonly userKey: string;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
  /** The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for. */
  readonly via: readonly string[];
  /** Whether a denial by this person denies the request. */
  readonly veto: boolean;
  /** Whether this person must answer. */
  readonly inputRequired: boolean;
}

export interface ToldDecision {
  /** Who decided. */
  readonly userKey: string;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
  /** What was decided: approve, deny or abstain. */
  readonly decision: string;
  /** When. */
  readonly decidedAt: string;
  /** Why, in the words of who decided; null = nothing was said. */
  readonly comment: string | null;
  /** Whether a superuser decided in the place of the authorizers. */
  readonly override: boolean;
}

export interface ToldEnd {
  /** The status in which it ended, as a letter. */
  readonly status: string;
  /** When. */
  readonly at: string;
  /** Who ended it; null = it followed from what was decided and done. */
  readonly userKey: string | null;
  /** Their names; null = the user is gone. */
  readonly person: PersonName | null;
  /** Why, in words. */
  readonly because: string;
}

export interface ExplainedOperation {
  /** The number of the operation. */
  readonly sequence: number;
  /** What is done, as a code. */
  readonly code: string;
  /** The target system. */
  readonly targetSystemKey: string;
  /** How often it was sent. */
  readonly sends: number;
  /** When it is tried next; null = no try is planned. */
  readonly nextTryAt: string | null;
  /** The code of its last error; null = none. */
  readonly errorCode: string | null;
  /** What it waits for, in words. */
  readonly waitsFor: string;
}

export interface DelegationState {
  /** The delegation. */
  readonly key: string;
  /** How far it has come by now. */
  readonly state: "asked" | "accepted" | "refused" | "ended";
}

export interface AnsweredFields {
  readonly [name: string]: unknown;
}

export interface UserState {
  /** The user. */
  readonly key: string;
  /** Whether the person is shut out now. */
  readonly disabled: boolean;
}

export interface UnlockedUser {
  /** The user. */
  readonly key: string;
  /** Whether a lock was lifted; false = the user was not locked. */
  readonly unlocked: boolean;
}

export interface ChosenNotices {
  /** The user. */
  readonly key: string;
  /** When notices are sent by mail; null = as NOTICE_DELIVERY says. */
  readonly noticeDelivery: "atOnce" | "daily" | "none" | null;
  /** The hour of the day at which a digest is sent; null = NOTICE_DIGEST_HOUR. */
  readonly digestHour: number | null;
  /** The language of mails; null = the profile attribute `preferredLanguage`, or NOTICE_LANGUAGE. */
  readonly language: string | null;
}

export interface EndedSession {
  /** The user. */
  readonly key: string;
  /** The session. */
  readonly sessionKey: string;
  /** When it ended. */
  readonly endedAt: string;
}

export interface WithdrawnConsent {
  /** The user. */
  readonly key: string;
  /** The application that may do nothing in the user's name any more. */
  readonly clientId: string;
}

export interface PasswordLink {
  /** The address at which the user chooses a password, once. It is shown this once. */
  readonly link: string;
  /** Until when it is good. */
  readonly expiresAt: string;
}

export interface Identification {
  /** The user. */
  readonly key: string;
  /** What names it in answers; null = it was told when it began. */
  readonly attempt: string | null;
  /** Until when it can be gone on with; null = it was told when it began. */
  readonly expiresAt: string | null;
  /** How far it is. */
  readonly state: "asked" | "identified" | "failed";
  /** Whether it is the user. */
  readonly identified: boolean;
  /** Since when that is known; null = it is not. */
  readonly identifiedAt: string | null;
  /** What to ask next; null = it is over. */
  readonly asked: AskedStep | null;
  /** Whether what was answered last was wrong, and is asked once more. */
  readonly isWrong: boolean;
  /** Why it failed of somebody who has proved who they are: USER_LOCKED or USER_DISABLED. */
  readonly refusal: string | null;
}

export interface AskedStep {
  /** What it is about. */
  readonly title: TextByLanguage;
  /** What is to be filled in. */
  readonly fields: readonly AskedField[];
  /** What to tell; null = nothing. */
  readonly alert: TextByLanguage | null;
}

export interface TextByLanguage {
  /** In English. */
  readonly en: string;
  /** In German. */
  readonly de: string;
}

export interface AskedField {
  /** Its name, under which it is answered. */
  readonly name: string;
  /** How it is filled in. */
  readonly kind: "text" | "password" | "newPassword" | "code" | "choice" | "passkey" | "captcha";
  /** What it asks for. */
  readonly label: TextByLanguage;
  /** What can be chosen; none = it is not chosen. */
  readonly choices: readonly AskedChoice[];
  /** What a browser needs to give the value, as JSON; null = nothing. */
  readonly options: string | null;
}

export interface AskedChoice {
  /** What is answered. */
  readonly value: string;
  /** What people are shown. */
  readonly label: TextByLanguage;
}

export interface Proof {
  /** The user. */
  readonly key: string;
  /** What names it in answers; null = it was told when it began. */
  readonly attempt: string | null;
  /** Until when it can be gone on with; null = it was told when it began. */
  readonly expiresAt: string | null;
  /** How far it is; elsewhere = an identity provider would have to be asked, so sign in again. */
  readonly state: "asked" | "proved" | "failed" | "elsewhere";
  /** Until when it counts; null = it is not given. */
  readonly provedUntil: string | null;
  /** What to answer next; null = nothing. */
  readonly asked: AskedStep | null;
  /** Whether what was answered last was wrong, and is asked once more. */
  readonly isWrong: boolean;
  /** Why it does not count of somebody who has proved who they are: USER_LOCKED or USER_DISABLED. */
  readonly refusal: string | null;
}

export interface BegunOneTimeCode {
  /** What an app takes in to show the codes, as a QR code or typed (otpauth://). It is shown this once. */
  readonly address: string;
  /** Until when it can be confirmed. */
  readonly expiresAt: string;
}

export interface ConfirmedOneTimeCode {
  /** The credential. */
  readonly key: string;
  /** Codes for when the device is lost; each is good once. They are shown this once. */
  readonly recoveryCodes: readonly string[];
}

export interface BegunPasskey {
  /** What the browser is told, as JSON: for PublicKeyCredential.parseCreationOptionsFromJSON and navigator.credentials.create. */
  readonly options: string;
  /** Until when it can be confirmed. */
  readonly expiresAt: string;
}

export interface ConfirmedPasskey {
  /** The credential. */
  readonly key: string;
  /** What its owner calls it. */
  readonly name: string;
}

export interface PeopleImport {
  /** Whether anything was written. */
  readonly written: boolean;
  /** The rows that can be taken. */
  readonly people: readonly PlannedPerson[];
  /** What is wrong with the others. */
  readonly faults: readonly RowFault[];
}

export interface PlannedPerson {
  /** The line of the file. */
  readonly line: number;
  /** The id of the person. */
  readonly id: string;
  /** The key of the user, also of one who is not there yet. */
  readonly key: string;
  /** What becomes of the row. */
  readonly does: "add" | "change" | "leave";
  /** What is written, by its name; null = it is taken away. */
  readonly changes: PersonChanges;
}

export interface PersonChanges {
  readonly [name: string]: unknown;
}

export interface RowFault {
  /** The line of the file. */
  readonly line: number;
  /** The column; null = the whole row. */
  readonly column: string | null;
  /** The rule, and the way out. */
  readonly message: string;
}

export interface UserClassTrial {
  /** How many users it would choose. */
  readonly users: number;
  /** The first of them. */
  readonly people: readonly PersonName[];
}

export interface AuthorizedGroup {
  /** The group. */
  readonly key: string;
  /** Its target system. */
  readonly targetSystemKey: string;
  /** Which phases hold from now on. */
  readonly phaseInheritance: string;
  /** How many phases of its own it has. */
  readonly phases: number;
}

export interface AskedRun {
  /** The run. */
  readonly key: string;
  /** Whether it changes the passwords, or tries whether they open. */
  readonly kind: "randomize" | "verify";
  /** How far it has come by now. */
  readonly state: "queued" | "running" | "paused" | "stopped" | "ended";
}

export interface ChangedRight {
  /** The policy. */
  readonly key: string;
  /** The right: see, ask, preApproved, manage or breakGlass. */
  readonly right: "see" | "ask" | "preApproved" | "manage" | "breakGlass";
  /** The user class whose members have it. */
  readonly userClassId: string;
  /** Whether they have it from now on. */
  readonly given: boolean;
}

export interface ChangedCommand {
  /** The policy. */
  readonly key: string;
  /** What it is called by. */
  readonly name: string;
  /** Whether it may be run from now on. */
  readonly listed: boolean;
}

export interface AuthorizedPolicy {
  /** The policy. */
  readonly key: string;
  /** How many phases a check-out has to pass from now on. */
  readonly phases: number;
}

export interface OverriddenAccount {
  /** The managed account. */
  readonly key: string;
  /** Whether its password is confirmed (C), uncertain (U) or in conflict. */
  readonly status: "C" | "U" | "conflict";
  /** The entry of its password history. */
  readonly entryKey: string;
  /** The run that asks the target whether it opens; null = the target cannot say so, and the policy does without. */
  readonly runKey: string | null;
}

export interface ManagedAccountState {
  /** The managed account. */
  readonly key: string;
  /** Whether its password is confirmed (C), uncertain (U) or in conflict. */
  readonly status: "C" | "U" | "conflict";
  /** Why its password is not managed; null = it is. */
  readonly disabledReason: string | null;
}

export interface VouchingCode {
  /** The code, which is shown this once; the other person gives it. */
  readonly code: string;
  /** Until when it can be used. */
  readonly expiresAt: string;
}

export interface RunProgress {
  /** How many accounts it is about, as far as they are known by now. */
  readonly accounts: number;
  /** How many passwords were changed, or were verified and open their account. */
  readonly done: number;
  /** How many were not changed, or are not known to open their account. */
  readonly failed: number;
  /** Of how many accounts there was nothing to do any more. */
  readonly leftOut: number;
  /** How many are still to be done. */
  readonly open: number;
}

export interface ImportTrial {
  /** What each rule would do. */
  readonly rules: readonly ImportRuleTrial[];
}

export interface ImportRuleTrial {
  /** The rule. */
  readonly key: string;
  /** Place among the rules for the same objects: the first one that matches decides. */
  readonly sequence: number;
  /** Objects that it is a rule for. */
  readonly objectType: "managedSystem" | "managedAccount";
  /** Action on the objects that it matches. */
  readonly action: "bind" | "unbind" | "delete";
  /** Policy that they are bound to; null = none, as for the other actions. */
  readonly policyId: string | null;
  /** How many objects it decides about. */
  readonly matched: number;
  /** On how many of them it would change something. */
  readonly changes: number;
  /** The first of these. */
  readonly objects: readonly ImportTrialObject[];
}

export interface ImportTrialObject {
  /** The target system. */
  readonly targetSystemKey: string;
  /** The name of the system, or the name by which the account logs in. */
  readonly name: string;
}

export interface SimulationResult {
  /** How many requests were looked at. */
  readonly looked: number;
  /** Of how many nothing can be said, because they have no whole ledger. */
  readonly untold: number;
  /** Those whose authorization would have gone otherwise, the latest first. */
  readonly changed: readonly ChangedRequest[];
}

export interface ChangedRequest {
  /** The request. */
  readonly requestKey: string;
  /** Its number, for people. */
  readonly number: string;
  /** How its authorization went, by its ledger. */
  readonly was: AuthorizationCourse;
  /** How it would have gone. */
  readonly would: AuthorizationCourse;
}

export interface AuthorizationCourse {
  /** Where it stands by what was said. */
  readonly authorization: "approved" | "denied" | "waiting";
  /** Whom it asks, of each phase that opens, in their order. */
  readonly asked: readonly AskedInPhase[];
  /** Keys of those for whom it waits. */
  readonly waitsFor: readonly string[];
}

export interface AskedInPhase {
  /** Keys of the people of the phase. */
  readonly userKeys: readonly string[];
}

export interface SessionLogSummary {
  /** How many sessions there were. */
  readonly sessions: number;
  /** How many calls were made. */
  readonly entries: number;
  /** How many of them were done. */
  readonly succeeded: number;
  /** How many of them failed or were refused. */
  readonly failed: number;
  /** Of how many the outcome is not known. */
  readonly unknown: number;
  /** By how many people. */
  readonly distinctUsers: number;
  /** When the first one was; null = there is none. */
  readonly firstAt: string | null;
  /** When the last one was; null = there is none. */
  readonly lastAt: string | null;
}

export interface CheckedAuditPart {
  /** How many rows were looked at. */
  readonly checked: number;
  /** How many rows there are in all; null = the first part has told it. */
  readonly rows: number | null;
  /** How much is wrong. */
  readonly found: number;
  /** What is wrong, the first ones where it is very much. */
  readonly findings: readonly AuditFinding[];
  /** How many rows earlier versions of the service have written wrongly themselves, which is no damage. */
  readonly oldDefects: number;
  /** Where the next part goes on; null = all was checked. */
  readonly continueAt: string | null;
}

export interface AuditFinding {
  /** What is wrong, as a code; docs/audit.md says what each means. */
  readonly kind: "rowChanged" | "rowForged" | "rowMiswritten" | "rowMissing" | "rowSurplus" | "placeMissing" | "placeChanged" | "endMissing" | "endSurplus" | "anchorBroken";
  /** The node. */
  readonly node: string;
  /** The place on its chain; null = the row has none. */
  readonly position: number | null;
  /** The row; null = it is not known. */
  readonly rowKey: string | null;
}

export interface PolicyResource {
  readonly [name: string]: unknown;
}

export interface WantedPolicy {
  /** The policy. */
  readonly name: string;
  /** What is to be asked in its place. */
  readonly expression: string;
}

export interface ChangedPolicy {
  /** Its key. */
  readonly key: string;
  /** The policy. */
  readonly name: string;
  /** From 1, counted for each policy, also beyond a reset. */
  readonly number: number;
  /** What was done. */
  readonly action: "set" | "reset" | "rollback";
  /** What was stored before; null = the default held. */
  readonly before: string | null;
  /** What is stored from then on; null = the default holds. */
  readonly after: string | null;
  /** Whether what is stored is in force. */
  readonly enabled: boolean;
  /** Who did it. */
  readonly changedBy: string;
  /** When. */
  readonly changedAt: string;
  /** Why; null = nobody said. */
  readonly comment: string | null;
}

export interface PolicyCheck {
  /** What is wrong with the text; none = it may be stored. */
  readonly faults: readonly PolicyFault[];
  /** How the text differs from what is in force, line by line; none of a text that is too long. */
  readonly changes: readonly PolicyTextLine[];
}

export interface PolicyFault {
  /** Its line, from 1. */
  readonly line: number;
  /** Its column, from 1. */
  readonly column: number;
  /** The rule, and the way out. */
  readonly message: string;
}

export interface PolicyTextLine {
  /** Whether it stands in both, in the new text alone, or in that in force alone. */
  readonly kind: "same" | "added" | "removed";
  /** The line. */
  readonly text: string;
}

export interface PolicyExplanation {
  /** The policy. */
  readonly name: string;
  /** The user. */
  readonly userId: string;
  /** Whether it allows. */
  readonly allowed: boolean;
  /** Why. */
  readonly reason: string;
  /** What was asked. */
  readonly expression: string;
  /** Every part, each before the parts in it. */
  readonly parts: readonly ExplainedPart[];
  /** Which rows it lets the user see; null = it is no rule on rows. */
  readonly rows: string | null;
}

export interface ExplainedPart {
  /** How deep it stands inside other parts; 0 = the whole policy. */
  readonly depth: number;
  /** The part. */
  readonly text: string;
  /** Its line, from 1. */
  readonly line: number;
  /** Its column, from 1. */
  readonly column: number;
  /** Whether it has a value, fails, or depends on the resource. */
  readonly outcome: "value" | "failed" | "open";
  /** The value as JSON, or why there is none. */
  readonly value: string;
}

export interface DryRun {
  /** How many users were compared. */
  readonly users: ComparedUsers;
  /** What each policy would do. */
  readonly policies: readonly PolicyEffect[];
}

export interface ComparedUsers {
  /** How many were compared. */
  readonly compared: number;
  /** How many there are. */
  readonly total: number;
}

export interface PolicyEffect {
  /** The policy. */
  readonly name: string;
  /** What was compared: the right itself, every row, or some users and rows one by one. */
  readonly kind: "calls" | "rows" | "sample";
  /** The table whose rows are meant; null = none. */
  readonly table: string | null;
  /** What would be gained. */
  readonly gained: DryRunShift;
  /** What would be lost. */
  readonly lost: DryRunShift;
}

export interface DryRunShift {
  /** How many users. */
  readonly users: number;
  /** How many rows. */
  readonly rows: number;
  /** Some of them. */
  readonly examples: readonly DryRunUser[];
}

export interface DryRunUser {
  /** The id of the user. */
  readonly user: string;
  /** How many rows; null = the right itself is meant. */
  readonly rows: number | null;
  /** The keys of some of them. */
  readonly keys: readonly string[];
}

export interface AddedClient {
  /** The client. */
  readonly id: string;
  /** The secret, which is shown this once. Null = it is public and has none. */
  readonly secret: string | null;
}

export interface RotatedClientSecret {
  /** The client. */
  readonly id: string;
  /** The secret, which is shown this once. */
  readonly secret: string;
}

export interface EndedTokens {
  /** How many sessions of users were ended. */
  readonly sessions: number;
  /** Whether there are more than one call ends: call again. */
  readonly left: boolean;
}

export interface ChainFacts {
  readonly [name: string]: unknown;
}

export interface ChainOutcomes {
  readonly [name: string]: unknown;
}

export interface ChangedAuthChain {
  /** Its key. */
  readonly key: string;
  /** The chain. */
  readonly name: string;
  /** From 1, counted for each name. */
  readonly number: number;
  /** What was done. */
  readonly action: "set" | "reset" | "rollBack";
  /** Whether it was put into force. */
  readonly enabled: boolean;
  /** Who did it. */
  readonly changedBy: string;
  /** When. */
  readonly changedAt: string;
  /** Why; null = nobody said. */
  readonly comment: string | null;
  /** What was stored before; null = nothing. */
  readonly before: ChainOfSteps | null;
  /** What is stored now; null = nothing. */
  readonly after: ChainOfSteps | null;
}

export interface AuthChainCheck {
  /** What is wrong with it; none = it may be stored. */
  readonly faults: readonly AuthChainFault[];
  /** What is to be thought over in it; none = nothing. */
  readonly warnings: readonly AuthChainFault[];
}

export interface AuthChainTrial {
  /** The chain that is taken; null = none. */
  readonly taken: string | null;
  /** The other chains of the purpose. */
  readonly notTaken: readonly AuthChainNotTaken[];
  /** The steps that were walked, in their order. */
  readonly steps: readonly WalkedChainStep[];
  /** How it ends; null = it does not come to an end. */
  readonly end: "ALLOW" | "DENY" | null;
  /** What there is to say of the end; null = nothing. */
  readonly remark: string | null;
}

export interface AuthChainNotTaken {
  /** The chain. */
  readonly name: string;
  /** Why it is not taken. */
  readonly reason: string;
}

export interface WalkedChainStep {
  /** The chain. */
  readonly chain: string;
  /** The step. */
  readonly step: string;
  /** What it does. */
  readonly component: string;
  /** How it ended; null = it handed on to another chain. */
  readonly outcome: string | null;
  /** A step, ALLOW, DENY, or the chain that it handed on to. */
  readonly leadsTo: string;
}

export interface RevokedProxy {
  /** Its id. */
  readonly id: string;
  /** Its status from now on. */
  readonly status: string;
}

export interface ProxyStatus {
  /** Its id. */
  readonly id: string;
  /** Whether it is there, as its reports tell. */
  readonly state: "online" | "cutOff" | "away" | "invited" | "revoked";
  /** The version of its software; null = it never reported. */
  readonly softwareVersion: string | null;
  /** The version of the service. */
  readonly serviceVersion: string;
  /** When it reported last; null = never. */
  readonly lastSeenAt: string | null;
  /** What waits for it. */
  readonly queue: ProxyQueue;
  /** The connectors that it has. */
  readonly connectors: readonly UsedConnector[];
  /** The connectors that it could not load. */
  readonly failedConnectors: readonly FailedConnector[];
  /** Its processes, which run side by side. */
  readonly instances: readonly ProxyInstance[];
}

export interface ProxyQueue {
  /** The name of its queue. */
  readonly name: string;
  /** How many operations wait for it. */
  readonly waiting: number;
  /** How many operations it carries out. */
  readonly underWay: number;
  /** How many operations are tried again later. */
  readonly later: number;
}

export interface UsedConnector {
  /** Its id. */
  readonly id: string;
  /** Its version. */
  readonly version: string;
}

export interface ProxyInstance {
  /** Its id, which it made at its start. */
  readonly id: string;
  /** Whether it has reported lately. */
  readonly online: boolean;
  /** When it was started. */
  readonly startedAt: string;
  /** When it reported last. */
  readonly lastSeenAt: string;
  /** When it was stopped; null = it runs, or was not stopped in order. */
  readonly stoppedAt: string | null;
  /** The version of its software. */
  readonly softwareVersion: string;
  /** The connectors that it has. */
  readonly connectors: readonly UsedConnector[];
  /** The connectors that it could not load. */
  readonly failedConnectors: readonly FailedConnector[];
  /** How many orders it carries out now. */
  readonly ordersUnderWay: number;
  /** Milliseconds by which its clock is ahead of ours. */
  readonly clockSkewMs: number;
  /** Whether it reaches the engine; null = it has not said. */
  readonly engineReached: boolean | null;
  /** How its version stands to the service's; null = one of the two is no version. */
  readonly comparedToService: "older" | "same" | "newer" | null;
}

export interface PlugIns {
  /** The kinds of plug-ins. */
  readonly kinds: readonly PlugInKind[];
  /** The names of the files of PLUGIN_FOLDER. */
  readonly files: readonly string[];
  /** Why none of these files is used, and the way out; null = nothing is against it. */
  readonly problem: string | null;
  /** Those whose last call has failed, within the last hour. */
  readonly failed: readonly FailedPlugIn[];
}

export interface PlugInKind {
  /** Its name. */
  readonly kind: string;
  /** What plug-ins of it are asked for. */
  readonly title: string;
  /** The names of those that every installation has. */
  readonly builtIns: readonly string[];
}

export interface FailedPlugIn {
  /** The name of its file. */
  readonly plugin: string;
  /** What it was asked for. */
  readonly kind: string;
  /** Why it cannot be used. */
  readonly message: string;
}

export interface CheckoutState {
  /** The check-out. */
  readonly key: string;
  /** How far it has come by now. */
  readonly status: "requested" | "approved" | "checkedOut" | "checkedIn" | "expired" | "revoked" | "denied" | "withdrawn";
  /** When it is checked in by itself; null = it never was handed out. */
  readonly expiresAt: string | null;
}

export interface DisclosureToken {
  /** The disclosure. */
  readonly key: string;
  /** The token: it serves once, within 60 seconds, in this session and from this address. */
  readonly token: string;
  /** Until when it can be used. */
  readonly expiresAt: string;
}

export interface Disclosed {
  /** The disclosure. */
  readonly key: string;
  /** Whether it is to be shown, or to be copied without being shown. */
  readonly how: "display" | "copy";
  /** The password, or each that may open the account while that is uncertain, the likeliest first. */
  readonly passwords: readonly DisclosedPassword[];
  /** Whether it is known that the one password opens the account. */
  readonly certain: boolean;
  /** When the check-out ends. */
  readonly endsAt: string;
}

export interface DisclosedPassword {
  /** The password, or what the way of disclosure makes of it. */
  readonly content: string;
  /** Whether the target has confirmed it (C), or it may be in force (U). */
  readonly status: "C" | "U";
}

export interface RunCommand {
  /** The disclosure as which it is recorded. */
  readonly key: string;
  /** The exit code of the command. */
  readonly exitCode: number;
  /** What it wrote. */
  readonly stdout: string;
  /** What it wrote of errors. */
  readonly stderr: string;
  /** Whether it wrote more than 32 KiB of either, of which the beginning is given. */
  readonly cut: boolean;
}

export interface AddedWebhook {
  /** Its key. */
  readonly key: string;
  /** The secret, which is shown this once. */
  readonly secret: string;
}

export interface Redelivered {
  /** How many wait again. */
  readonly count: number;
  /** Whether more were given up than were taken: call again. */
  readonly left: boolean;
}

export interface RotatedWebhookSecret {
  /** Its key. */
  readonly key: string;
  /** The secret, which is shown this once. */
  readonly secret: string;
  /** Until when events are signed with the secret before, too. */
  readonly previousSecretUntil: string;
}
