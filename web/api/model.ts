// Written by `npm run docs` from the model of the API: do not edit.

/** The name of a policy. */
export type PolicyName =
  | "accessexceptions_get"
  | "accessexceptions_get_list"
  | "accessexceptions_person_get"
  | "accessexceptions_post_end"
  | "accessexceptions_request_get"
  | "accessexceptions_role_get"
  | "accounts_attributes_data_value_get"
  | "accounts_attributes_data_value_value_get"
  | "accounts_attributes_get"
  | "accounts_attributes_get_list"
  | "accounts_delete"
  | "accounts_get"
  | "accounts_get_list"
  | "accounts_grants_get_list"
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
  | "analyses_get"
  | "analyses_get_list"
  | "analyses_post_compare"
  | "analyses_post_create"
  | "analyses_post_stop"
  | "analyses_rows_get"
  | "analyses_rows_get_list"
  | "analyses_rows_group_get"
  | "analyses_rows_person_get"
  | "analyses_rows_request_get"
  | "analyses_rows_role_get"
  | "analyses_rows_targetsystem_get"
  | "analyses_starter_get"
  | "analyses_suggestions_get_list"
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
  | "catalogueitems_owner_get"
  | "catalogueitems_patch_update"
  | "catalogueitems_phases_person_get"
  | "catalogueitems_phases_userclass_get"
  | "catalogueitems_post_fill"
  | "catalogueitems_post_set"
  | "catalogueitems_post_standing"
  | "catalogueitems_post_trialfill"
  | "catalogueitems_post_trialset"
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
  | "enforcementruns_get"
  | "enforcementruns_get_list"
  | "enforcementruns_items_get"
  | "enforcementruns_items_get_list"
  | "enforcementruns_items_person_get"
  | "enforcementruns_post_confirm"
  | "enforcementruns_post_create"
  | "enforcementruns_post_pause"
  | "enforcementruns_post_report"
  | "enforcementruns_post_resume"
  | "enforcementruns_post_stop"
  | "grants_account_get"
  | "grants_get"
  | "grants_get_list"
  | "grants_group_get"
  | "grants_post_end"
  | "grants_post_extend"
  | "grants_request_get"
  | "grants_targetsystem_get"
  | "grants_user_get"
  | "groups_attributes_get"
  | "groups_attributes_get_list"
  | "groups_delete"
  | "groups_get"
  | "groups_get_list"
  | "groups_grants_get_list"
  | "groups_members_get_list"
  | "groups_owners_delete"
  | "groups_owners_get_list"
  | "groups_owners_post_create"
  | "groups_patch_update"
  | "groups_post_create"
  | "groups_post_manage"
  | "groups_post_setauthorizationphases"
  | "groups_post_setfulfilment"
  | "groups_post_unmanage"
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
  | "massresets_delete"
  | "massresets_get"
  | "massresets_get_list"
  | "massresets_items_account_get"
  | "massresets_items_get"
  | "massresets_items_get_list"
  | "massresets_items_person_get"
  | "massresets_post_choose"
  | "massresets_post_create"
  | "massresets_post_pause"
  | "massresets_post_resume"
  | "massresets_post_start"
  | "massresets_post_stop"
  | "massresets_post_trial"
  | "massresets_progress_get"
  | "massresets_requester_get"
  | "massresets_startedby_get"
  | "massresets_steps_account_get"
  | "massresets_steps_get"
  | "massresets_steps_get_list"
  | "massresets_steps_person_get"
  | "massresets_targets_get"
  | "massresets_targets_get_list"
  | "movereviews_get"
  | "movereviews_get_list"
  | "movereviews_items_get"
  | "movereviews_items_get_list"
  | "movereviews_post_answer"
  | "movereviews_reviewer_get"
  | "movereviews_user_get"
  | "nodes_differences_get"
  | "nodes_get"
  | "nodes_get_list"
  | "nodes_patch_update"
  | "nodes_plugins_get"
  | "nodes_post_compare"
  | "nodes_post_expel"
  | "nodes_post_invite"
  | "nodes_post_pause"
  | "nodes_post_repair"
  | "nodes_post_resume"
  | "nodes_post_takeover"
  | "nodes_status_get"
  | "nodes_twins_get"
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
  | "passwordblocks_account_get"
  | "passwordblocks_createdby_get"
  | "passwordblocks_get"
  | "passwordblocks_get_list"
  | "passwordblocks_post_create"
  | "passwordblocks_post_lift"
  | "passwordblocks_user_get"
  | "passworddeliveries_get"
  | "passworddeliveries_get_list"
  | "passworddeliveries_post_download"
  | "passworddeliveries_post_reveal"
  | "passworddeliveries_user_get"
  | "passwordpolicies_breachedlist_get"
  | "passwordpolicies_delete"
  | "passwordpolicies_get"
  | "passwordpolicies_get_list"
  | "passwordpolicies_patch_update"
  | "passwordpolicies_post_check"
  | "passwordpolicies_post_create"
  | "passwordpolicies_post_generate"
  | "passwordqueue_account_get"
  | "passwordqueue_get"
  | "passwordqueue_get_list"
  | "passwordqueue_operation_get"
  | "passwordqueue_post_drop"
  | "passwordqueue_post_retry"
  | "passwordqueue_user_get"
  | "passwordsenders_delete"
  | "passwordsenders_get"
  | "passwordsenders_get_list"
  | "passwordsenders_post_create"
  | "passwordsenders_post_revoke"
  | "people_get"
  | "people_get_list"
  | "plugindeliveries_get"
  | "plugindeliveries_get_list"
  | "plugindeliveries_post_retry"
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
  | "replicationconflicts_get"
  | "replicationconflicts_get_list"
  | "replicationconflicts_post_accept"
  | "replicationconflicts_post_revert"
  | "requestbatches_get"
  | "requestbatches_get_list"
  | "requestbatches_members_get"
  | "requestbatches_members_get_list"
  | "requestbatches_members_recipient_get"
  | "requestbatches_post_cancel"
  | "requestbatches_post_decide"
  | "requestbatches_requester_get"
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
  | "requests_grants_get_list"
  | "requests_operations_get"
  | "requests_operations_get_list"
  | "requests_phases_get"
  | "requests_phases_get_list"
  | "requests_post_accepttask"
  | "requests_post_answer"
  | "requests_post_ask"
  | "requests_post_cancel"
  | "requests_post_comment"
  | "requests_post_completetask"
  | "requests_post_create"
  | "requests_post_decide"
  | "requests_post_declinetask"
  | "requests_post_edit"
  | "requests_post_escalate"
  | "requests_post_failtask"
  | "requests_post_handontask"
  | "requests_post_override"
  | "requests_post_resolvehold"
  | "requests_post_resubmit"
  | "requests_post_revealtaskpassword"
  | "requests_post_sendback"
  | "requests_post_unapprove"
  | "requests_recipient_get"
  | "requests_requester_get"
  | "requests_tickets_get"
  | "requests_tickets_get_list"
  | "requests_waitingforme_get_list"
  | "roles_assignments_delete"
  | "roles_assignments_get"
  | "roles_assignments_get_list"
  | "roles_assignments_person_get"
  | "roles_assignments_post_create"
  | "roles_containedin_get"
  | "roles_containedin_get_list"
  | "roles_containedin_role_get"
  | "roles_delete"
  | "roles_entitlements_get"
  | "roles_entitlements_get_list"
  | "roles_entitlements_group_get"
  | "roles_entitlements_innerrole_get"
  | "roles_get"
  | "roles_get_list"
  | "roles_memberships_get"
  | "roles_memberships_get_list"
  | "roles_memberships_person_get"
  | "roles_owners_get_list"
  | "roles_patch_update"
  | "roles_post_create"
  | "roles_post_discarddraft"
  | "roles_post_putinforce"
  | "roles_post_retire"
  | "roles_post_setauthorizationphases"
  | "roles_post_setowners"
  | "roles_versions_get"
  | "roles_versions_get_list"
  | "rolesuggestions_analysis_get"
  | "rolesuggestions_get"
  | "rolesuggestions_get_list"
  | "rolesuggestions_post_draft"
  | "rolesuggestions_role_get"
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
  | "sodrules_delete"
  | "sodrules_get"
  | "sodrules_get_list"
  | "sodrules_patch_update"
  | "sodrules_post_create"
  | "sodrules_post_setauthorizationphases"
  | "targetgroups_delete"
  | "targetgroups_get"
  | "targetgroups_get_list"
  | "targetgroups_passwordpolicy_get"
  | "targetgroups_patch_update"
  | "targetgroups_post_create"
  | "targetgroups_post_resetpasswords"
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
  | "targetsystems_grants_get_list"
  | "targetsystems_groups_get_list"
  | "targetsystems_options_get"
  | "targetsystems_options_get_list"
  | "targetsystems_options_patch_update"
  | "targetsystems_patch_update"
  | "targetsystems_post_create"
  | "targetsystems_post_discover"
  | "targetsystems_post_redirect"
  | "targetsystems_post_testconnection"
  | "targetsystems_post_trialmanagedgroups"
  | "targetsystems_post_unmanagediscoveredgroups"
  | "targetsystems_targetgroupdetails_get"
  | "templates_delete"
  | "templates_get"
  | "templates_get_list"
  | "templates_patch_update"
  | "templates_post_create"
  | "templates_post_request"
  | "templates_post_setauthorizationphases"
  | "templates_post_trialrequest"
  | "tickets_get"
  | "tickets_get_list"
  | "tickets_request_get"
  | "ticketsystems_delete"
  | "ticketsystems_get"
  | "ticketsystems_get_list"
  | "ticketsystems_patch_update"
  | "ticketsystems_post_create"
  | "ticketsystems_post_rotatesecret"
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
  | "users_grants_get_list"
  | "users_leaving_get"
  | "users_leaving_get_list"
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
  | "users_post_extend"
  | "users_post_identify"
  | "users_post_import"
  | "users_post_issuepasswordlink"
  | "users_post_leave"
  | "users_post_mergetwin"
  | "users_post_passwordrules"
  | "users_post_prove"
  | "users_post_resetpasswords"
  | "users_post_resetpasswordsabove"
  | "users_post_trialimport"
  | "users_post_unlock"
  | "users_post_withdrawconsent"
  | "users_reports_get_list"
  | "users_roles_get_list"
  | "users_sessions_get"
  | "users_sessions_get_list"
  | "users_sponsor_get"
  | "violations_get"
  | "violations_get_list"
  | "violations_person_get"
  | "violations_rule_get"
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
  /** Id of the target system, or key of the group, the template or the role, that can be requested. */
  readonly key: string;
  /** Type of the item: targetSystem, managedGroup, template or role. Later versions may add types. */
  readonly resourceType: string;
  /** Key of the target system; null for a template or a role, which may be about several. */
  readonly targetSystemKey: string | null;
  /** Id of the target system, name of the group on its target system, or name of the template or of the role. */
  readonly name: string;
  /** Display name. */
  readonly description: string;
  /** Address of a help page; null if none. */
  readonly helpUrl: string | null;
  /** True if the item can be requested now: its target system is enabled and it has authorizers, or approves automatically. A template can be requested if it is enabled, a role if it is in force and has authorizers. */
  readonly requestable: boolean;
  /** User class of the requesters of a template; null if there is none, and for other items. */
  readonly usableBy: string | null;
  /** Key of the user who answers for the item; null if there is none. */
  readonly ownerKey: string | null;
  /** Risk of the item, from 0 (none) to 100 (highest); null if it was not assessed. */
  readonly risk: number | null;
  /** Tags of the item in their order: at most 20, each of letters, digits and the signs . _ - with at most 40 characters. */
  readonly tags: readonly string[];
  /** Longest time in hours for which a person can have the item; null if there is no limit. */
  readonly longestHours: number | null;
  /** Fields of the form, in order. */
  readonly formFields: readonly CatalogueFormField[];
  /** Tags of the item as one text, each between commas, for conditions such as contains(tagsText,',hr,'). */
  readonly tagsText: string;
  /** User who answers for the item; null if there is none, or if the caller may not read it. */
  readonly owner: PersonName | null;
  /** Performer of requested operations about the item: connector, implementer (people, as tasks) or none; that of the target system for a group that has none of its own. */
  readonly fulfilment: "connector" | "implementer" | "none";
  /** Codes of the operations that can be requested: the connector supports them and no option forbids them. */
  readonly codes: readonly string[];
  /** Attributes of the request form, in order. */
  readonly fields: readonly CatalogueField[];
  /** Authorizers by phase; empty if no approval is needed, or if the item cannot be requested. */
  readonly phases: readonly CataloguePhase[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Template {
  /** Key of the template. */
  readonly key: string;
  /** Name of the template, which the catalog shows. */
  readonly name: string;
  /** Display name: what the template gives, in words. */
  readonly description: string;
  /** Address of a help page; null if none. */
  readonly helpUrl: string | null;
  /** True if the template can be used; true by default. */
  readonly enabled: boolean;
  /** User class of the requesters; null for everyone who may submit requests for the recipient. */
  readonly usableBy: string | null;
  /** User class of the recipients; null for everyone. */
  readonly recipients: string | null;
  /** Operations that the template requests. Texts of attributes and forms may hold {form.name} for a value of the form and {profile.name} for an attribute of the recipient's profile; a brace that is no placeholder is written twice. */
  readonly operations: readonly TemplateOperation[];
  /** Fields of the form, in order. */
  readonly formFields: readonly CatalogueFormField[];
  /** Approval phases of the template, which come before those of what it requests. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** Time at which the template was added. */
  readonly createdAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Request {
  /** Key of the request. */
  readonly key: string;
  /** Number of the request. */
  readonly number: string;
  /** Status as a letter; docs/operation-codes.md lists the letters. */
  readonly status: string;
  /** True if the request is active (the Active filter). */
  readonly active: boolean;
  /** Origin of the request. */
  readonly origin: string;
  /** Key of the requester. */
  readonly requesterKey: string;
  /** Key of the recipient. Null in a POST for accounts without owner; a read then returns the requester. */
  readonly recipientKey: string | null;
  /** Reason given by the requester. */
  readonly reason: string | null;
  /** Earliest time at which the request is carried out. */
  readonly startAt: string | null;
  /** Start of the recipient, before which the request is not carried out; null if the recipient has started. */
  readonly recipientStartsAt: string | null;
  /** Time at which the request expires if it is not decided. */
  readonly expiresAt: string;
  /** Time of the submission. */
  readonly createdAt: string;
  /** Time at which the request was sent back to the requester; null if it was not. */
  readonly sentBackAt: string | null;
  /** Time at which the operations were last edited; null if never. */
  readonly editedAt: string | null;
  /** Key of the user who last edited the operations; null if none. */
  readonly editedByKey: string | null;
  /** Time at which the request was closed; null if it is not. */
  readonly finishedAt: string | null;
  /** Reason for the hold; null if the request is not on hold. */
  readonly holdReason: string | null;
  /** Numbers of the operations that give what the recipient had already, as far as the service knew when they were requested or last edited: a warning; null for direct writes and requests of earlier versions. */
  readonly alreadyHeld: readonly number[];
  /** True if the caller must decide or resubmit the request. Returned only if $select or $filter names it. */
  readonly waitsForMe?: boolean;
  /** Risks of the request, as codes: removesForGood: deletion of an account or a group, which cannot be restored as it was; privilegedAccount: operation on an account whose password is managed; privilegedGroup: new member or owner of a group that such an account belongs to; decidesForOneself: requester or recipient among the authorizers; manyOperations: more than ten operations; groupNotManaged: group that is no longer managed, so that the operation is not performed; separationOfDuties: access that a rule of separation of duties keeps apart from what the recipient has or has asked for, so that violatedRules names the rule; alreadyHeld: something that the recipient has already, as far as the service knows. Returned only if $select names it. */
  readonly risks?: readonly ("removesForGood" | "privilegedAccount" | "privilegedGroup" | "decidesForOneself" | "manyOperations" | "groupNotManaged" | "separationOfDuties" | "alreadyHeld")[];
  /** Ids of the rules of separation of duties that the request would violate, with what its recipient has and has asked for; empty once it is closed. Returned only if $select names it. */
  readonly violatedRules?: readonly string[];
  /** Key of the batch by which the request was submitted with others; null if it was submitted alone. */
  readonly batchKey: string | null;
  /** True for direct writes on target systems, which need no approval and send no notifications. */
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
  readonly grants?: readonly Grant[];
  readonly tickets?: readonly Ticket[];
}

export interface Person {
  /** Key of the user. */
  readonly key: string;
  /** Name for signing in, case-sensitive; two users differ in more than the case and width of its letters. */
  readonly id: string;
  /** Name that people are shown; null if none. */
  readonly displayName: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface RequestOperation {
  /** Key of the operation. */
  readonly key: string;
  /** Key of the request. */
  readonly requestKey: string;
  /** Position in the request, from 1. */
  readonly sequence: number;
  /** Code of the operation, such as ACUA (create account); docs/operation-codes.md lists the codes. */
  readonly code: string;
  /** Key of the target system; null for an operation about a role or a rule. */
  readonly targetSystemKey: string | null;
  /** Key of the role that the operation is about, or through which it gives access; null if there is none. */
  readonly roleKey: string | null;
  /** Key of the rule of separation of duties from which the operation excepts; null if there is none. */
  readonly sodRuleKey: string | null;
  /** Compensating control of an exception: what is done instead; null if there is none. */
  readonly control: string | null;
  /** Key of the account; null if the request creates it, or if there is none. */
  readonly accountKey: string | null;
  /** Key of the group; null if the request creates it, or if there is none. */
  readonly groupKey: string | null;
  /** Name of the account at the time of the request; null if there is no account, or if it has the name of its recipient. */
  readonly accountName: string | null;
  /** Name of the group at the time of the request; null if there is no group. */
  readonly groupName: string | null;
  /** Name of the role or the rule at the time of the request; null if the operation is about none. */
  readonly aboutName: string | null;
  /** Description of the target system at the time of the request; null if not known. */
  readonly targetSystemName: string | null;
  /** Attributes by name on the target system, each a value or a list; always lists in an answer. Null if none. */
  readonly attributes: TargetAttributes | null;
  /** Time at which the access that the operation gives ends; null if it has no such end. */
  readonly until: string | null;
  /** Hours for which the operation gives access, from its fulfilment; null if it has no such end. */
  readonly forHours: number | null;
  /** Values of the form of the requested item by the names of its fields; null if it has no form. */
  readonly form: FormValues | null;
  /** Keys of the operations of the request that must succeed first. */
  readonly dependsOn: readonly string[];
  /** Result as a letter; null if there is none yet. docs/operation-codes.md lists the letters. */
  readonly result: string | null;
  /** Number of times that the operation was sent to the target system. */
  readonly sends: number;
  /** Time at which the operation was last sent; null if it was not. */
  readonly sentAt: string | null;
  /** State of the task: calculating while a plug-in names its implementers, offered to them, accepted by one of them, unassigned if nobody is left to implement it, unconfirmed until a discovery shows what was completed, or closed; null if no implementer performs the operation. */
  readonly task: "calculating" | "offered" | "accepted" | "unassigned" | "unconfirmed" | "closed" | null;
  /** Key of the user who accepted or closed the task, or to whom alone it is offered; null if it is offered to all of its implementers. */
  readonly implementerKey: string | null;
  /** Time since which the task has its state; null if there is no task. */
  readonly taskSince: string | null;
  /** Time until which the implementer who accepted the task can be shown a password for the new account; null if none can be shown. */
  readonly passwordUntil: string | null;
  /** Time at which the password that was made for the implementer was shown, since the task was accepted; null if it was not. */
  readonly passwordShownAt: string | null;
  /** People to whom the task was offered; empty if there is no task. */
  readonly implementers: readonly TaskImplementer[];
  /** Proxy that runs the operation; null if not known. */
  readonly proxyServer: string | null;
  /** Time of the next attempt; null if none is planned. */
  readonly nextTryAt: string | null;
  /** Error of the operation; null if none. */
  readonly error: OperationError | null;
  /** Warning or other message of the target system about an operation that did not fail; null if none. */
  readonly notice: string | null;
  /** Immutable id of the object on the target system; null if not known. */
  readonly stableId: string | null;
  /** Time of the request for the operation. */
  readonly createdAt: string;
  /** Time at which the operation ended; null if it has not ended. */
  readonly finishedAt: string | null;
  /** Key of the account whose password was changed on its target system and reported by a password sender, which the operation repeats; null if it repeats none. */
  readonly reportedAccountKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface RequestPhase {
  /** Key of the phase. */
  readonly key: string;
  /** Key of the request. */
  readonly requestKey: string;
  /** Key of the target system of the phase; null if the phase applies to the whole request. */
  readonly targetSystemKey: string | null;
  /** Type of the resource that defines the phase; null if it is no longer known. */
  readonly resourceType: "targetSystem" | "managedGroup" | "role" | "template" | "managedSystemPolicy" | "sodRule" | null;
  /** Id or key of the resource that defines the phase; null if it is no longer known. */
  readonly resourceKey: string | null;
  /** Key of the phase in the definition of the resource; null if it is no longer known. */
  readonly ruleKey: string | null;
  /** Version of the definition when the phase opened, or when the request was submitted. */
  readonly ruleVersion: number | null;
  /** Rule of the phase, without conditions once it has opened; null if the numbers and flags beside it apply. */
  readonly rule: string | null;
  /** Number of the phase; phases run one after another. */
  readonly sequence: number;
  /** State of the phase: waiting, open or closed. */
  readonly state: string;
  /** Number of approvals that the phase needs if it has no rule. */
  readonly minApprovals: number;
  /** Number of denials that deny the request if the phase has no rule. */
  readonly maxDenials: number;
  /** Decisions that need a reason. */
  readonly reasonRequired: "never" | "approval" | "denial" | "both";
  /** True if authorizers may edit the operations before they decide. */
  readonly mayEdit: boolean;
  /** Time at which the phase opened; null if it has not opened. */
  readonly openedAt: string | null;
  /** Time at which the phase ended; null if it has not ended. */
  readonly closedAt: string | null;
  /** Authorizers of the phase. */
  readonly authorizers: readonly PhaseAuthorizer[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Decision {
  /** Key of the decision. */
  readonly key: string;
  /** Key of the request. */
  readonly requestKey: string;
  /** Number of the phase. */
  readonly phase: number;
  /** Key of the user who decided. */
  readonly userKey: string;
  /** Keys of the delegators; null if the user decided only for themselves. */
  readonly decidedFor: readonly string[];
  /** Decision: approve, deny or abstain. */
  readonly decision: string;
  /** Keys of the operations that were decided; null for all of the request. */
  readonly operationKeys: readonly string[];
  /** Reason given with the decision; null if none. */
  readonly comment: string | null;
  /** True if a superuser overrode the authorizers. */
  readonly override: boolean;
  /** Time of the decision. */
  readonly decidedAt: string;
  /** Time from which the decision is void; null if it counts. */
  readonly voidedAt: string | null;
  /** Reason why the decision is void: unapproved if its author withdrew it, edited if one of its operations was changed; null if it counts. */
  readonly voidedBecause: "unapproved" | "edited" | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface RequestComment {
  /** Key of the comment. */
  readonly key: string;
  /** Key of the request. */
  readonly requestKey: string;
  /** Kind of the comment: comment, a comment without a question; question, a question from an authorizer to the requester; answer, the requester's reply to a question; sentBack, an authorizer's reason for sending the request back; resubmitted, the requester's comment on resubmitting it. */
  readonly kind: "comment" | "question" | "answer" | "sentBack" | "resubmitted";
  /** Key of the author. */
  readonly userKey: string;
  /** Text of the comment. */
  readonly text: string;
  /** Key of the question that the comment answers; null if none. */
  readonly answersKey: string | null;
  /** Time of the comment. */
  readonly writtenAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface RequestEvent {
  /** Key of the event. */
  readonly key: string;
  /** Key of the request. */
  readonly requestKey: string;
  /** Position in the ledger of the request, from 1. */
  readonly sequence: number;
  /** Kind of the event. submitted: Request submitted. opened: Phase opened, with its rule and its authorizers. joined: User added to the authorizers of an open phase, as a delegate or by an escalation. left: User removed from the authorizers of an open phase, after a delegation or an escalation. replaced: Authorizer replaced who had not answered an open phase. withdrawn: Authorizer removed from an open phase without a replacement, because the authorizer leaves. decided: Decision made: approved, denied or abstained. overridden: Phase decided by a superuser, who overrode its authorizers. unapproved: Decision withdrawn. edited: Operations edited. commented: Comment added, also by a question, a reply, sending the request back or resubmitting it. status: Status changed. held: Request put on hold. resolved: Hold resolved by a workflow manager: released, denied or assigned to other authorizers. taskOffered: Task of an operation offered to implementers: at first, again, or to others than before. taskAnswered: Task accepted, declined, handed on, completed, or closed because it cannot be completed. tasksResolved: Hold of tasks resolved by a workflow manager: offered again, assigned, or the operations failed. cancelled: Request cancelled. partyLeft: Request cancelled by the service, because its requester or recipient leaves. recipientStarts: Start of the recipient recorded, before which the request is not carried out. ticket: Ticket closed by its ticket system, which cancels the request or is only noted. taskClosedByTicket: Task completed by a ticket that its ticket system has closed. separated: Rules of separation of duties applied since the submission: phases added, or operations refused. refused: Request rejected by the service: the type of operation under which it was accepted no longer exists. applicability: Plug-in of the target system asked before an attempt whether an operation still applies. result: Operation finished. ended: Request closed. disclosed: Checked-out password disclosed, possibly after the request was closed. */
  readonly kind: "submitted" | "opened" | "joined" | "left" | "replaced" | "withdrawn" | "decided" | "overridden" | "unapproved" | "edited" | "commented" | "status" | "held" | "resolved" | "taskOffered" | "taskAnswered" | "tasksResolved" | "cancelled" | "partyLeft" | "recipientStarts" | "ticket" | "taskClosedByTicket" | "separated" | "refused" | "applicability" | "result" | "ended" | "disclosed";
  /** Time of the event. */
  readonly happenedAt: string;
  /** User who caused the event; null for the service itself. */
  readonly actor: string | null;
  /** Facts of the event: keys and values, by names that depend on its kind. */
  readonly facts: EventFacts;
  /** Hash of the event and of the previous hash. */
  readonly hash: string;
  /** Signature of the hash by the service; null except in the last event. */
  readonly signature: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Grant {
  /** Key of the grant. */
  readonly key: string;
  /** Kind of the access: account, membership (of an account in a group) or ownership (of a group). */
  readonly kind: "account" | "membership" | "ownership";
  /** Key of the user who has the access; null if the account has no owner. */
  readonly userKey: string | null;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the account; null for an ownership. */
  readonly accountKey: string | null;
  /** Key of the group; null for an account. */
  readonly groupKey: string | null;
  /** Name of the account at the beginning of the access; null for an ownership. */
  readonly accountName: string | null;
  /** Name of the group at the beginning of the access; null for an account. */
  readonly groupName: string | null;
  /** Name of the nested group that gives the membership; null for direct access. It can only be ended there. */
  readonly throughGroup: string | null;
  /** Reason for the access: request, role (a role of its holder gives it), discovered (found on the target system without a request), direct (a direct write), or claim (its owner proved the password). */
  readonly because: "request" | "role" | "discovered" | "direct" | "claim";
  /** Key of the role through which the access was given; null if it was not. */
  readonly roleKey: string | null;
  /** Key of the request that gave the access; null if none did. */
  readonly requestKey: string | null;
  /** Key of the operation that gave the access; null if none did. */
  readonly operationKey: string | null;
  /** Time at which the access began, or was first seen. */
  readonly from: string;
  /** Time at which the access will be ended; null if it has no end. */
  readonly until: string | null;
  /** Reason why the access could not be ended yet although its time is over; null if none is known. */
  readonly endProblem: string | null;
  /** Time at which the access ended; null if it has not ended. */
  readonly endedAt: string | null;
  /** Reason for the end: request, gone (from the target system), direct (a direct write), claim or association (the account went to another owner), or expired; null if the access has not ended. */
  readonly endedBecause: "request" | "gone" | "direct" | "claim" | "association" | "expired" | null;
  /** Key of the request that ended the access; null if none did. */
  readonly endedByRequestKey: string | null;
  /** Key of the operation that ended the access; null if none did. */
  readonly endedByOperationKey: string | null;
  /** Beginning of the last discovery that found the access; null if none has. */
  readonly lastConfirmedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
  readonly account?: Account | null;
  readonly group?: Group | null;
  readonly targetSystem?: TargetSystem | null;
  readonly request?: Request | null;
}

export interface Account {
  /** Key of the account. */
  readonly key: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Immutable id on the target system. */
  readonly stableId: string;
  /** Full name on the target system. */
  readonly longId: string;
  /** Sign-in name on the target system. */
  readonly shortId: string;
  /** Display name. */
  readonly displayId: string;
  /** Key of the owner; null if the account has none. */
  readonly userKey: string | null;
  /** True if the account is enabled; null if the target system does not report it. A PATCH enables or disables the account on the target system. */
  readonly enabled: boolean | null;
  /** True if failed sign-ins have locked the account; null if not known. A PATCH with false unlocks it. */
  readonly locked: boolean | null;
  /** True if the account has expired; null if not known. */
  readonly expired: boolean | null;
  /** True if the password must be changed; null if not known. */
  readonly passwordExpired: boolean | null;
  /** Time from which the password is too old on the target system; null if not known, or if it has no end. */
  readonly passwordExpiresAt: string | null;
  /** Time of the last password change. */
  readonly lastPasswordChange: string | null;
  /** Attributes on the target system by name, each a value or a list; always lists in an answer. Returned only if $select names it. A PATCH changes only the attributes that it names, and null changes none. */
  readonly attributeValues?: TargetAttributes | null;
  /** Id of the password policy that applies to the password; null if the target system is gone. Returned only if $select names it. */
  readonly passwordPolicyId?: string | null;
  /** Ids of all password policies that apply to the password together: that of the target group, then those of the classes of the owner. Returned only if $select names it. */
  readonly passwordPolicyIds?: readonly string[];
  /** Codes of the password operations that the owner may request: the target system is enabled, its connector supports them, no option forbids them, and the password is not kept by the vault alone. Returned only if $select names it. */
  readonly passwordCodes?: readonly string[];
  /** Method by which the account was associated with its owner. */
  readonly associatedBy: "auto" | "claim" | "manual" | "admin" | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: User | null;
  readonly targetSystem?: TargetSystem | null;
  readonly grants?: readonly Grant[];
  readonly attributes?: readonly AccountAttribute[];
  readonly groupMemberships?: readonly GroupMembership[];
}

export interface User {
  /** Key of the user. */
  readonly key: string;
  /** Name for signing in, case-sensitive; two users differ in more than the case and width of its letters. */
  readonly id: string;
  /** Name that people are shown; null if none. */
  readonly displayName: string | null;
  /** Address for mails; null for the profile attribute `mail`, where there is one. */
  readonly mail: string | null;
  /** Language of emails; null for the profile attribute `preferredLanguage`, or NOTICE_LANGUAGE. */
  readonly language: string | null;
  /** Delivery of notifications by email; null for the value of NOTICE_DELIVERY. */
  readonly noticeDelivery: "atOnce" | "daily" | "none" | null;
  /** Hour of the day at which the digest is sent; null for NOTICE_DIGEST_HOUR. */
  readonly digestHour: number | null;
  /** True if the user is locked and cannot sign in. */
  readonly locked: boolean;
  /** True if the user is disabled. */
  readonly disabled: boolean;
  /** Key of the manager; null if none. */
  readonly managerKey: string | null;
  /** Time from which the person can sign in; null if they have started. */
  readonly startsAt: string | null;
  /** Time at which the person leaves and can no longer sign in; null if none is set. */
  readonly endsAt: string | null;
  /** Key of the sponsor, who answers for an external person; null if none. */
  readonly sponsorKey: string | null;
  /** True if a source has the person as external, without an end in time or without a sponsor. */
  readonly externalIncomplete: boolean;
  /** IANA name of the time zone in which the person works, such as Europe/Berlin; null for that of the installation. */
  readonly timeZone: string | null;
  /** Name of the calendar by which the person works, from WORKING_CALENDARS; null for that of the installation. */
  readonly calendar: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly accounts?: readonly Account[];
  readonly grants?: readonly Grant[];
  readonly attributes?: readonly UserAttribute[];
  readonly credentials?: readonly Credential[];
  readonly roles?: readonly Role[];
  readonly classes?: readonly UserClass[];
  readonly manager?: Person | null;
  readonly sponsor?: Person | null;
  readonly leaving?: readonly LeavingStep[];
  readonly reports?: readonly Person[];
  readonly consents?: readonly Consent[];
  readonly sessions?: readonly SessionLog[];
}

export interface UserAttribute {
  /** Key of the attribute value. */
  readonly key: string;
  /** Name of the attribute. */
  readonly name: string;
  /** Position of the value among those of the attribute, from 0. */
  readonly sequence: number;
  /** Value as a text. */
  readonly value: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Credential {
  /** Key of the credential. */
  readonly key: string;
  /** Type of the credential. */
  readonly type: "Question" | "OneTimeCode" | "Passkey";
  /** Time of the last change. */
  readonly lastChanged: string;
  /** Time of the last sign-in with the credential; null if never, or for a question. */
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
  /** Number of recovery codes that are left. */
  readonly recoveryCodesLeft: number;
}

export interface Passkey extends Credential {
  /** Name of the passkey. */
  readonly name: string;
}

export interface Role {
  /** Key of the role. */
  readonly key: string;
  /** Name of the role, without blanks. */
  readonly id: string;
  /** Display name: what the role is for, in words. */
  readonly description: string | null;
  /** State of the role: draft (no version is in force yet), inForce or retired. */
  readonly state: "draft" | "inForce" | "retired";
  /** Number of the version in force; null if none is. */
  readonly number: number | null;
  /** Users whom the role is for, as a $filter on users; null for members by name and by request alone. */
  readonly condition: string | null;
  /** Way to resolve access in the role that no role of its holder gives: none (reported only), remove, exception (ask for one) or request (the role for its holder). */
  readonly surplus: "none" | "remove" | "exception" | "request";
  /** Way to resolve access that a member lacks: none (reported only), add, exception (ask for one) or removal (of the role from the member). */
  readonly deficit: "none" | "add" | "exception" | "removal";
  /** True if the approval phases also decide about people whom the condition chooses; otherwise they get the role at once. */
  readonly asksPhases: boolean;
  /** Time at which the role was added. */
  readonly createdAt: string;
  /** Version that is being prepared, with its condition and entitlements; null if there is none, and where the role is reached by another object. */
  readonly draft: RoleDraft | null;
  /** Approval phases of requests for the role. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly versions?: readonly RoleVersion[];
  readonly entitlements?: readonly RoleEntitlement[];
  readonly containedIn?: readonly RoleEntitlement[];
  readonly memberships?: readonly RoleMember[];
  readonly assignments?: readonly RoleAssignment[];
  readonly owners?: readonly Person[];
}

export interface RoleVersion {
  /** Key of the version. */
  readonly key: string;
  /** Key of the role. */
  readonly roleKey: string;
  /** Number of the version, from 1 for each role. */
  readonly number: number;
  /** State of the version. */
  readonly state: "draft" | "inForce" | "retired";
  /** Content of the version: condition, entitlements and ways to resolve differences. */
  readonly content: RoleContent;
  /** Time at which the version was begun. */
  readonly createdAt: string;
  /** Key of the user who began the version; null for the service. */
  readonly createdBy: string | null;
  /** Time at which the version was put in force; null if it was not. */
  readonly inForceAt: string | null;
  /** Key of the user who put the version in force; null if nobody did. */
  readonly inForceBy: string | null;
  /** Reason of the version; null if none was given. */
  readonly comment: string | null;
  /** Time at which the version was replaced or retired; null if it was not. */
  readonly retiredAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface RoleEntitlement {
  /** Key of the entitlement. */
  readonly key: string;
  /** Key of the role. */
  readonly roleKey: string;
  /** Kind of the entitlement: account, membership (in a group) or role (within this one). */
  readonly kind: "account" | "membership" | "role";
  /** Key of the target system; null for a role. */
  readonly targetSystemKey: string | null;
  /** Key of the group; null unless it is a membership. */
  readonly groupKey: string | null;
  /** Key of the role within the role; null unless it is one. */
  readonly innerRoleKey: string | null;
  /** Key of the role within this one by which it is contained; null if the role names it itself. */
  readonly throughRoleKey: string | null;
  /** Attributes of a new account; null if it is none. */
  readonly attributes: TargetAttributes | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly group?: Group | null;
  readonly innerRole?: Role | null;
  readonly role?: Role | null;
}

export interface Group {
  /** Key of the group. */
  readonly key: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Immutable id on the target system. */
  readonly stableId: string;
  /** Full name on the target system. */
  readonly longId: string;
  /** Name on the target system. */
  readonly shortId: string;
  /** Display name. */
  readonly displayId: string;
  /** True if the service manages the memberships of the group, so that they can be requested. */
  readonly managed: boolean;
  /** Cause by which the group is managed: a discovery with automaticallyDiscoverResourcesToLoad (option), a request that created or named it (request), or a person (person); null if it is not managed. */
  readonly managedBy: "option" | "person" | "request" | null;
  /** True if a person stopped managing the group, so that automaticallyDiscoverResourcesToLoad does not take it. */
  readonly keptUnmanaged: boolean;
  /** True if the target system does not show all members of the group; an account that is not listed may still be one. */
  readonly membersHidden: boolean;
  /** Attributes on the target system by name, each a value or a list; always lists in an answer. Returned only if $select names it. A PATCH changes only the attributes that it names, and null changes none. */
  readonly attributeValues?: TargetAttributes | null;
  /** Approval phases of requests about the group: only those of the target system (inheritedOnly), only its own (none), or those of the target system before its own (add, the default). */
  readonly phaseInheritance: "inheritedOnly" | "none" | "add";
  /** Approval phases of requests about the group. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** Performer of requested operations about the group: connector, implementer or none; null for that of the target system. */
  readonly fulfilment: "connector" | "implementer" | "none" | null;
  /** Implementers of the group; if there are none, those of the target system perform its tasks. */
  readonly implementers: readonly Implementer[];
  /** Type of the group as a network resource; null if it is not managed. */
  readonly networkResourcePlatform: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly owners?: readonly User[];
  readonly attributes?: readonly GroupAttribute[];
  readonly members?: readonly Account[];
  readonly targetSystem?: TargetSystem | null;
  readonly grants?: readonly Grant[];
}

export interface GroupAttribute {
  /** Key of the attribute value. */
  readonly key: string;
  /** Name of the attribute on the target system. */
  readonly name: string;
  /** Position of the value among those of the attribute, from 0. */
  readonly sequence: number;
  /** Value, in an object of its own. */
  readonly data: AttributeData;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TargetSystem {
  /** ID of the target system, which never changes. */
  readonly id: string;
  /** ID of the connector, such as ldap, of which docs/connectors.md has a page; null for none, where implementers perform the operations. */
  readonly type: string | null;
  /** Display name. */
  readonly description: string;
  /** Connection settings of the connector, of which docs/connectors.md has a page; null for none. */
  readonly address: TargetSystemAddress | null;
  /** Target group, whose password policy applies; DEFAULT by default. */
  readonly targetGroup: string;
  /** Address of a help page, such as https://help.example; null if none. */
  readonly helpUrl: string | null;
  /** Discovery mode: manual discoveries run only on request, not by listSchedule or psupdate; automatic by default. */
  readonly mode: "automatic" | "manual";
  /** Performer of requested operations: the connector, implementers, to whom they are offered as tasks, or nobody, so that they are refused; connector by default. Discoveries, connection tests and changes of passwords are always for the connector. */
  readonly fulfilment: "connector" | "implementer" | "none";
  /** Confirmation of completed tasks: the word of their implementer, or the next discovery of the target system, which needs a connector; person by default. */
  readonly confirmBy: "person" | "discovery";
  /** True if operations are carried out on the target system, and wait otherwise; true by default. */
  readonly enabled: boolean;
  /** True if discoveries create and change users by the attribute definitions, and disable those who are gone; false by default. */
  readonly sourceOfProfiles: boolean;
  /** Attribute that associates accounts with their owners; null for the name of the account (shortId). */
  readonly autoAttachBy: string | null;
  /** Attribute of groups that names the accounts of their owners, such as owner or managedBy; null if none. */
  readonly groupOwnerAttribute: string | null;
  /** Answer of the password senders of the target system to a change that they cannot have judged, because the service cannot be reached: accept keeps it and reports it later, refuse lets the target system refuse it; accept by default. */
  readonly passwordSenderOffline: "accept" | "refuse";
  /** Proxies that serve the target system, one on each line; `local` if none is named. The first that is enrolled gets its operations. Each can read the passwords that are sent through it, so adding one needs its own permission, and superusers are notified. */
  readonly proxyServers: readonly string[];
  /** Schedule of discoveries, as five cron fields in UTC such as `30 2 * * *`; null for discoveries on request only. */
  readonly listSchedule: string | null;
  /** Approval phases of requests for the target system. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** Implementers to whom operations on the target system are offered as tasks. */
  readonly implementers: readonly Implementer[];
  /** Plug-in that sets the case of a new ID: lower-case, upper-case, or the name of a file; null if an ID stays as it was written. */
  readonly newIdCaseSetProgram: string | null;
  /** Plug-in that is asked before each attempt of an operation if it still applies: the name of a file; null if none is asked. */
  readonly stillApplicablePlugin: string | null;
  /** ID of the ticket system in which requests on this target system have tickets; null for none. */
  readonly ticketSystem: string | null;
  /** Type of managed groups and network resources; null for that of the target system. */
  readonly networkResourcePlatform: string | null;
  /** True if requests on a target system without approval phases are carried out without approval; otherwise they are refused; false by default. */
  readonly autoApprove: boolean;
  /** True if users must have an account; false by default. */
  readonly userAccountsMandatory: boolean;
  /** True if users may claim accounts without an owner, or that were attached automatically, by their passwords; false by default. */
  readonly allowClaimAccounts: boolean;
  /** True if users may change and reset their passwords; true by default. */
  readonly allowPasswordChange: boolean;
  /** True if accounts that the target system has locked may be unlocked; true by default. */
  readonly allowAccountUnlock: boolean;
  /** True if users may verify their passwords; true by default. */
  readonly allowPasswordVerify: boolean;
  /** True if each new password is tried once, and one that opens nothing fails; false by default. */
  readonly verifyAfterReset: boolean;
  /** True if a managed system for privileged access is created, under the policy DEFAULT, where the target system has none; false by default. */
  readonly createPrivilegeManagedSystem: boolean;
  /** True if accounts may be enabled; disabling them stays possible; true by default. */
  readonly allowAccountEnable: boolean;
  /** True if discoveries manage all groups of the target system, except those that a person stopped managing; managed groups can be requested; false by default. */
  readonly automaticallyDiscoverResourcesToLoad: boolean;
  /** True if a failed commit, wait or abort of a discovery fails the discovery; otherwise it is a warning; true by default. */
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
  readonly grants?: readonly Grant[];
}

export interface TargetGroup {
  /** ID of the target group, which never changes. */
  readonly id: string;
  /** Name for people; null for the ID. */
  readonly description: string | null;
  /** Address of a page with help; null if none. */
  readonly helpUrl: string | null;
  /** True if a password that is set for one account of a person is set for their other accounts on its systems. */
  readonly syncPasswords: boolean;
  /** True if passwords of accounts on its systems must differ from those of all other accounts of the person. */
  readonly uniquePasswords: boolean;
  /** Accounts of a person on its systems that a password change may include: any number, only all of them together, or only one. */
  readonly passwordChangeRestriction: "anyNumber" | "allAccounts" | "oneAccount";
  /** Way with password changes that fail because a system does not answer: none (they fail), manual (they are queued until an operator retries them), or automatic (they are queued and retried). */
  readonly passwordQueueMode: "none" | "manual" | "automatic";
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
  /** Id of the password policy, which never changes. */
  readonly id: string;
  /** Display name. */
  readonly description: string;
  /** Rules of the group length. */
  readonly length: LengthRules;
  /** Rules of the group character. */
  readonly character: CharacterRules;
  /** Rules of the group dictionary. */
  readonly dictionary: DictionaryRules;
  /** Rules of the group history. */
  readonly history: HistoryRules;
  /** Rules of the group custom. */
  readonly custom: CustomRules;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TargetSystemOption {
  /** Name of the option. */
  readonly name: string;
  /** Value of the option: true, false, a text or null; docs/target-system-options.md lists the options. */
  readonly value: string | number | boolean | null;
  /** Type of the value. */
  readonly type: "boolean" | "string";
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TargetSystemCredential {
  /** Key of the credential. */
  readonly key: string;
  /** Login on the target system, in the form of its connector. */
  readonly administratorId: string;
  /** True if the credential has a password. */
  readonly passwordSet: boolean;
  /** True if programs run under this login; not supported yet. */
  readonly runAs: boolean;
  /** True if the login belongs to the system and not to a person; false by default. */
  readonly isSystemPassword: boolean;
  /** Position among the credentials of the target system, of which the lowest is used first; 0 by default. */
  readonly useOrder: number;
  /** Key of the managed account whose password the vault provides; null if the credential has its own password. */
  readonly managedAccountKey: string | null;
  /** Time of the last change. */
  readonly lastChanged: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TargetSystemAttributeDefinition {
  /** Key of the attribute definition. */
  readonly key: string;
  /** Name of the attribute on the target system. */
  readonly attribute: string;
  /** Type of the objects that have the attribute. */
  readonly discoveredObjectType: "user" | "group" | "computer" | "ou" | "subscriber";
  /** Profile attribute of the owner from which the values are set; null if none. */
  readonly mappedAttribute: string | null;
  /** Type of the values; string by default. */
  readonly type: "string" | "number" | "boolean" | "dateTime";
  /** Action on the attribute when an object is created; ignore by default. */
  readonly actionOnCreate: "ignore" | "set" | "copy";
  /** Action on the attribute when an object is changed; ignore by default. */
  readonly actionOnUpdate: "ignore" | "set" | "copy";
  /** Position among the definitions; 0 by default. */
  readonly sequence: number;
  /** Minimum number of values; 0 by default. */
  readonly minValues: number;
  /** Maximum number of values; 1 by default. */
  readonly maxValues: number;
  /** True if discoveries load the attribute; true by default. */
  readonly loadFromTarget: boolean;
  /** Regular expression that each value must match; null for any value. */
  readonly valueRegex: string | null;
  /** True if requests may set the attribute although its connector guards it: its values grant rights, affect other objects, or change a state that an option forbids. The target system then needs approval phases. False by default. */
  readonly mayGiveRights: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface RoleMember {
  /** Key of the membership. */
  readonly key: string;
  /** Key of the role. */
  readonly roleKey: string;
  /** Key of the member. */
  readonly userKey: string;
  /** Time since which the user has the role. */
  readonly from: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface RoleAssignment {
  /** Key of the assignment. */
  readonly key: string;
  /** Key of the role. */
  readonly roleKey: string;
  /** Key of the user. */
  readonly userKey: string;
  /** Reason: request (approved), named (an administrator made the user a member) or excluded (never a member). */
  readonly because: "request" | "named" | "excluded";
  /** Reason in words; empty if none was given. */
  readonly reason: string;
  /** Time at which the assignment ends; null if it has no end. */
  readonly until: string | null;
  /** Time of the assignment. */
  readonly createdAt: string;
  /** Key of the user who made the assignment; null for the service. */
  readonly createdBy: string | null;
  /** Key of the request that made the assignment; null if none did. */
  readonly requestKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface UserClass {
  /** Name by which policies and phases know the class, without blanks; names that begin with '_' are the service's own. */
  readonly id: string;
  /** Members of the class in words. */
  readonly description: string;
  /** Users who belong to it, as a $filter on users such as `disabled eq false and startswith(id,'b')`; null for members by hand alone. */
  readonly condition: string | null;
  /** Password policy that holds for the passwords of members besides that of the target group: the strictest of all counts; null for none. */
  readonly passwordPolicyId: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly members?: readonly UserClassMember[];
}

export interface UserClassMember {
  /** Key of the membership. */
  readonly key: string;
  /** Id of the user class. */
  readonly userClassId: string;
  /** Key of the member. */
  readonly userKey: string;
  /** True if the condition of the class added the member; false if the member was added manually. */
  readonly byCondition: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface LeavingStep {
  /** Key of the step. */
  readonly key: string;
  /** Key of the person who leaves. */
  readonly userKey: string;
  /** Name of the step. signIn: Disable the user and end tokens and sessions; requests: Cancel open requests of and for the person; decisions: Hand open decisions over; delegations: End delegations; checkouts: Revoke check-outs; passwords: Randomize passwords that the person may know; access: End the access of the person, as LEAVER_ACCESS says; sponsored: Hand over the people whom the person sponsors. */
  readonly step: "signIn" | "requests" | "decisions" | "delegations" | "checkouts" | "passwords" | "access" | "sponsored";
  /** State of the step: open until everything is done; stopped if the person returned before. */
  readonly state: "open" | "done" | "stopped";
  /** Number of objects that the step has handled. */
  readonly items: number;
  /** Time at which the person left. */
  readonly begunAt: string;
  /** Key of the request on whose approval the step waits; null if it waits for none. */
  readonly requestKey: string | null;
  /** Time at which the step was done; null if it is not. */
  readonly doneAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Consent {
  /** Key of the consent. */
  readonly key: string;
  /** Key of the user. */
  readonly userKey: string;
  /** Id of the client. */
  readonly clientId: string;
  /** Scopes that the user has granted. */
  readonly scopes: readonly ("api" | "openid" | "offline_access")[];
  /** Time at which the consent was last given or extended. */
  readonly givenAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SessionLog {
  /** Key of the session. */
  readonly key: string;
  /** Interface at which the session started; null if it has no start of its own. */
  readonly door: "password" | "code" | "clientCredentials" | "chain" | "soap" | "library" | "help" | null;
  /** Start of the session. */
  readonly startedAt: string;
  /** Time at which the user last authenticated; null for the start of the session, or never if no user is signed in. */
  readonly provedAt: string | null;
  /** Time at which the session was last used. */
  readonly lastAt: string;
  /** Time at which the session expires; null if never. */
  readonly expiresAt: string | null;
  /** End of the session; null if it has not ended. */
  readonly endedAt: string | null;
  /** Reason for the end of the session; null if it has not ended. */
  readonly endReason: "logout" | "revoked" | "reused" | "expired" | null;
  /** Node of the session. */
  readonly node: string;
  /** Interface of the first call. */
  readonly module: string;
  /** Signed-in user; null if none. */
  readonly actor: string | null;
  /** Id of the client; null if none. */
  readonly clientId: string | null;
  /** IP address at the start of the session; null if none. */
  readonly ip: string | null;
  /** Number of calls in the session. */
  readonly entries: number;
  /** Number of calls that failed or were refused. */
  readonly failures: number;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly data?: readonly SessionLogData[];
}

export interface AccountAttribute {
  /** Key of the attribute value. */
  readonly key: string;
  /** Name of the attribute on the target system. */
  readonly name: string;
  /** Position of the value among those of the attribute, from 0. */
  readonly sequence: number;
  /** Value, in an object of its own. */
  readonly data: AttributeData;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface GroupMembership {
  /** Key of the membership. */
  readonly key: string;
  /** Key of the group. */
  readonly groupKey: string;
  /** Key of the member account. */
  readonly accountKey: string;
  /** True if the last discovery found the membership; false if the target system does not show all members of the group, null if the service created the membership and no discovery has run since. */
  readonly shownByTarget: boolean | null;
  /** Name of the nested group by which the account is a member; null for a direct membership. Only direct memberships can be ended. */
  readonly throughGroup: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly group?: Group | null;
}

export interface Ticket {
  /** Key of the ticket, which its ticket system gets with each call. */
  readonly key: string;
  /** Key of the request. */
  readonly requestKey: string;
  /** Key of the operation; null if the ticket is about several operations of the request. */
  readonly operationKey: string | null;
  /** ID of the ticket system. */
  readonly ticketSystemId: string;
  /** ID of the ticket in its system; null if it has not answered yet. */
  readonly ticketId: string | null;
  /** Web address of the ticket in its system; null if none is known. */
  readonly address: string | null;
  /** State of the ticket: waiting to be opened, open, closed, or failed if it could not be opened or closed after all attempts. */
  readonly state: "waiting" | "open" | "closed" | "failed";
  /** Outcome with which its system closed the ticket; null if the service closed it, or nobody has. */
  readonly outcome: "done" | "rejected" | null;
  /** Words of its system about the outcome; null if none. */
  readonly outcomeText: string | null;
  /** Time of the last call of its system; null if there was none. */
  readonly lastTriedAt: string | null;
  /** Reason why the last call failed; null if it did not. */
  readonly lastError: string | null;
  /** Time of creation. */
  readonly createdAt: string;
  /** Time at which its system accepted the ticket; null if it has not. */
  readonly openedAt: string | null;
  /** Time at which the ticket was closed; null if it is not. */
  readonly closedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly request?: Request | null;
}

export interface RequestBatch {
  /** Key of the batch. */
  readonly key: string;
  /** Key of the template. */
  readonly templateKey: string;
  /** Name of the template when the batch was submitted. */
  readonly templateName: string;
  /** Key of the requester. */
  readonly requesterKey: string;
  /** Reason given by the requester, which each request has. */
  readonly reason: string | null;
  /** Earliest time at which the requests are carried out; null if none. */
  readonly startAt: string | null;
  /** Values of the form, by the names of its fields. */
  readonly form: FormValues;
  /** Number of recipients. */
  readonly recipients: number;
  /** Number of recipients whose request is not submitted yet. */
  readonly waiting: number;
  /** Number of recipients for whom a request was submitted. */
  readonly submitted: number;
  /** Number of recipients for whom the request was refused. */
  readonly refused: number;
  /** Time of the submission. */
  readonly createdAt: string;
  /** Time at which the last request was submitted or refused; null if some are not yet. */
  readonly finishedAt: string | null;
  /** Time at which the requester cancelled the batch; null if it was not. */
  readonly cancelledAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly requester?: Person | null;
  readonly members?: readonly RequestBatchMember[];
}

export interface RequestBatchMember {
  /** Key of the entry. */
  readonly key: string;
  /** Key of the batch. */
  readonly batchKey: string;
  /** Number of the recipient in the batch, from 1. */
  readonly sequence: number;
  /** Key of the recipient. */
  readonly recipientKey: string;
  /** State of the request of the recipient: waiting to be submitted, submitted, or refused. */
  readonly state: "waiting" | "submitted" | "refused";
  /** Key of the request; null if there is none. */
  readonly requestKey: string | null;
  /** Code of the refusal, see docs/errors.md; null if it was not refused. */
  readonly errorCode: string | null;
  /** Words of the refusal; null if it was not refused. */
  readonly errorMessage: string | null;
  /** Time at which the request was submitted or refused; null if it was not yet. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly recipient?: Person | null;
}

export interface Delegation {
  /** Key of the delegation. */
  readonly key: string;
  /** Key of the delegator. Null in a POST for the caller; never null in an answer. */
  readonly delegatorKey: string | null;
  /** Key of the delegate, who must accept before the delegation starts. Null in a POST if delegateId names the delegate. */
  readonly delegateKey: string | null;
  /** Key of the only request that is delegated; null for all requests. */
  readonly requestKey: string | null;
  /** Start of the delegation; null if it starts when it is accepted. */
  readonly beginsAt: string | null;
  /** End of the delegation; null if it lasts until it is ended. */
  readonly endsAt: string | null;
  /** Reason for the delegation. */
  readonly reason: string;
  /** State of the delegation: asked until the delegate accepts or refuses it, ended when it no longer applies. */
  readonly state: "asked" | "accepted" | "refused" | "ended";
  /** Time of creation. */
  readonly createdAt: string;
  /** Key of the user who created the delegation; null if it was the operator of the service. */
  readonly createdByKey: string | null;
  /** Time at which the delegate accepted or refused; null if not yet. */
  readonly answeredAt: string | null;
  /** Time at which the delegation ended; null if it has not ended. */
  readonly endedAt: string | null;
  /** Key of the user who ended the delegation; null if it has not ended, or ended automatically. */
  readonly endedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly delegator?: Person | null;
  readonly delegate?: Person | null;
}

export interface SodRule {
  /** Key of the rule. */
  readonly key: string;
  /** Name of the rule, without blanks; it cannot be changed. */
  readonly id: string;
  /** Reason for the rule, and what it keeps apart, in words. */
  readonly description: string;
  /** Severity of a violation. */
  readonly severity: "low" | "medium" | "high" | "critical";
  /** Answer to a request that would violate the rule: forbidden, phase (the phases of the rule decide too), or exception (refused unless an exception is in force, or asked for by the same request). */
  readonly answer: "forbidden" | "phase" | "exception";
  /** Number of parts that a person must not hit at once: 2 or more. */
  readonly atLeast: number;
  /** True if the rule is in force; true by default. */
  readonly enabled: boolean;
  /** Parts of the rule; a person hits a part with any of its items. */
  readonly parts: readonly SodPart[];
  /** Approval phases of the rule, which decide about requests that would violate it, and about exceptions. */
  readonly authorizationPhases: readonly AuthorizationPhase[];
  /** Time at which the rule was added. */
  readonly createdAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Violation {
  /** Key of the violation. */
  readonly key: string;
  /** Key of the rule. */
  readonly ruleKey: string;
  /** Key of the person. */
  readonly userKey: string;
  /** Access by which the person hits the parts of the rule. */
  readonly items: readonly ViolatingItem[];
  /** Time at which the violation was found. */
  readonly foundAt: string;
  /** Time at which the violation was found to have ended; null if it has not. */
  readonly endedAt: string | null;
  /** Key of the exception in force; null if none is, so that something must be done. */
  readonly exceptionKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly rule?: SodRule | null;
  readonly person?: Person | null;
}

export interface MoveReview {
  /** Key of the review. */
  readonly key: string;
  /** Key of the person who has moved. */
  readonly userKey: string;
  /** Key of the user who reviews what the person keeps; null if only superusers can. */
  readonly reviewerKey: string | null;
  /** Changes of the person: managerKey, department, or both. */
  readonly changes: readonly ("managerKey" | "department")[];
  /** State of the review: open, done, or stopped because the person moved again or left. */
  readonly state: "open" | "done" | "stopped";
  /** Time of the move. */
  readonly openedAt: string;
  /** Time at which its reviewer was asked. */
  readonly askedAt: string;
  /** Time at which the review was done or stopped; null while it is open. */
  readonly closedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
  readonly reviewer?: Person | null;
  readonly items?: readonly MoveReviewItem[];
}

export interface MoveReviewItem {
  /** Key of the item. */
  readonly key: string;
  /** Key of the review. */
  readonly reviewKey: string;
  /** Key of the grant. */
  readonly grantKey: string;
  /** Kind of the access: account, membership (of an account in a group) or ownership (of a group). */
  readonly kind: "account" | "membership" | "ownership";
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Name of the account; null for an ownership. */
  readonly accountName: string | null;
  /** Name of the group; null for an account. */
  readonly groupName: string | null;
  /** Reason for the access: request, discovered, direct or claim. */
  readonly because: "request" | "role" | "discovered" | "direct" | "claim";
  /** Time at which the access began, or was first seen. */
  readonly from: string;
  /** Time at which the access would end anyway; null if it has no end. */
  readonly until: string | null;
  /** Answer of the reviewer: keep or end; gone if the access has ended in the meantime; null if there is none. */
  readonly answer: "keep" | "end" | "gone" | null;
  /** Reason for the answer; null if none was given. */
  readonly reason: string | null;
  /** Key of the user who answered; null if nobody did. */
  readonly answeredByKey: string | null;
  /** Time of the answer; null if there is none. */
  readonly answeredAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Notice {
  /** Key of the notification. */
  readonly key: string;
  /** Kind of the notification. asked: A phase needs the decision of this user. reminded: A phase still needs the decision of this user. escalated: A phase needs the decision of this user, because a report of this user has not decided. delegated: A delegator wants to delegate approvals to this user. The delegation starts when this user accepts it. delegationChanged: A delegation by or to this user was accepted, was refused, or has ended. settled: A phase no longer needs the decision of this user: others have decided, or the request has ended. held: A request is on hold, and this user may release, reassign or deny it. taskOffered: An operation of a request is offered to this user as a task. taskReminded: A task of this user still waits. taskEscalated: A task is offered to this user, because a report of this user has not answered. taskReturned: A task of this user came back: another implementer gave it back, or a discovery does not show it. taskHeld: An operation has no implementer left, and this user may assign its task or fail it. decided: An approver has decided about a request by or for this user. overridden: A superuser has overridden the approvers, who are notified, too. decisionRefused: A decision that this user has sent to the node of its request does not count there. question: An approver asks the requester a question. answered: A question of this user was answered. sentBack: An approver has sent the request back to its requester, who must resubmit it. stillSentBack: The request was sent back, and this user has not resubmitted it yet. resubmitted: The request was resubmitted after it was sent back, and needs the decision of this user again. conflicts: No stored password works for managed accounts, and this user may resolve the conflict. checkedOut: The privileged password that this user requested is checked out. checkoutEnding: A check-out of this user ends soon. checkoutEnded: A check-out of this user has ended without an action of this user. emergency: A user has emergency access to a privileged password that this user manages. rightGiven: A user got a permission on privileged passwords that this user manages. ownPassword: A password link was issued for this user, or the password of this user was set. holderPassword: The same for a user who has a permission on privileged passwords that this user manages. passwordReset: Passwords of accounts of this user were reset by someone else. massResetPaused: A mass reset that this user has started has paused by itself, because too many accounts failed. massResetEnded: A mass reset that this user has started has ended. passwordBlock: A block of password resets of this user, or of one account, was created or lifted by someone else. secretWay: A proxy, the connection of a target system, a credential or an identity provider was changed, which gives another way to passwords; this user manages some of them. secondFactor: One-time codes or a passkey of this user were added or removed. endsSoon: The end of this user, or of a person whom this user sponsors or manages, comes soon. moved: A person whom this user manages has another manager or department than before. moveReviewOpened: A person has moved to this user, who reviews what the person keeps. moveReviewReminded: A review of a person who has moved still waits for this user. moveReviewEscalated: A review of a person who has moved waits for this user, because a report of this user has not answered. externalsIncomplete: Sources have external people without an end or without a sponsor, and this user may complete them. dependants: A dependent has not accepted the password of its managed account, and this user may resolve it. accessEnding: Access of this user, or of a report of this user, ends soon. accessEnded: The time of access of this user is over. passwordExpires: The password of an account of this user expires soon. passwordQueued: A change of a password of this user failed, because the target system did not answer, and is queued. passwordCarriedOut: A queued change of a password of this user was carried out. passwordGivenUp: A queued change of a password of this user was given up. passwordsSynced: A password that this user has changed on a target system was set on other accounts of this user, too. passwordNotSynced: A password that this user has changed on a target system was not set on another account. passwordSenderFlood: A password sender reports unusually many new passwords, of many accounts or of one again and again; superusers are notified. passwordsByLink: A mass reset has set new passwords for this user, who gets them by a one-time link. passwordsInMyAccess: A mass reset has set new passwords for this user, who gets them in My access. batchSubmitted: A request was submitted, or refused, for each recipient of a batch of this user. nodeConflicts: Nodes have changed the same access, role, policy or state of a user without knowing of each other, and this user may decide which value stays. nodeSilent: The change log is kept for a node that does not read it, and this user may see to that node or let it join again. nodeDifferences: A comparison has found rows that nodes have differently although they know the same changes; superusers are notified. ended: A request by or for this user was closed. */
  readonly kind: "asked" | "reminded" | "escalated" | "delegated" | "delegationChanged" | "settled" | "held" | "taskOffered" | "taskReminded" | "taskEscalated" | "taskReturned" | "taskHeld" | "decided" | "overridden" | "decisionRefused" | "question" | "answered" | "sentBack" | "stillSentBack" | "resubmitted" | "conflicts" | "checkedOut" | "checkoutEnding" | "checkoutEnded" | "emergency" | "rightGiven" | "ownPassword" | "holderPassword" | "passwordReset" | "massResetPaused" | "massResetEnded" | "passwordBlock" | "secretWay" | "secondFactor" | "endsSoon" | "moved" | "moveReviewOpened" | "moveReviewReminded" | "moveReviewEscalated" | "externalsIncomplete" | "dependants" | "accessEnding" | "accessEnded" | "passwordExpires" | "passwordQueued" | "passwordCarriedOut" | "passwordGivenUp" | "passwordsSynced" | "passwordNotSynced" | "passwordSenderFlood" | "passwordsByLink" | "passwordsInMyAccess" | "batchSubmitted" | "nodeConflicts" | "nodeSilent" | "nodeDifferences" | "ended";
  /** Key of the notified user. */
  readonly userKey: string;
  /** Key of the request; null if the notification is not about one request. */
  readonly requestKey: string | null;
  /** Facts of the notification: numbers, words and keys, by names that depend on its kind. */
  readonly facts: NoticeFacts;
  /** Time of creation. */
  readonly createdAt: string;
  /** State of its delivery by email. off: no mail server was configured; waiting: its email is not created yet; inMail: the email of `mailKey` contains it; notWanted: the user wants no emails, or is disabled; noAddress: the user has no email address. */
  readonly mail: "off" | "waiting" | "inMail" | "notWanted" | "noAddress";
  /** Key of the email that contains the notification; null if none. */
  readonly mailKey: string | null;
  /** State of its delivery by plug-ins. off: no plug-in is named for notifications of its kind; waiting: it is not in the queue yet; queued: a delivery in `pluginDeliveries` has its state. */
  readonly notifier: "off" | "waiting" | "queued";
  /** True if the notification was read; false initially. */
  readonly read: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly request?: Request | null;
  readonly user?: Person | null;
}

export interface NoticeMail {
  /** Key of the email, which is part of its Message-ID. */
  readonly key: string;
  /** Key of the recipient. */
  readonly userKey: string;
  /** True if the email is a daily digest. */
  readonly digest: boolean;
  /** Number of notifications in the email. */
  readonly count: number;
  /** State of the email: waiting, accepted by the mail server, or abandoned. */
  readonly state: "waiting" | "sent" | "dead";
  /** Time at which the email is due. */
  readonly dueAt: string;
  /** Number of attempts. */
  readonly tries: number;
  /** Time of the next attempt. */
  readonly nextTryAt: string;
  /** Last reply code of the mail server; null if there was none. */
  readonly lastStatus: number | null;
  /** Error of the last attempt, as reported by the mail server; null if it did not fail. */
  readonly lastError: string | null;
  /** Time of creation. */
  readonly createdAt: string;
  /** Time at which the email was accepted or abandoned; null if it is waiting. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface PluginDelivery {
  /** Key of the delivery. */
  readonly key: string;
  /** Kind of the plug-in. */
  readonly kind: "notifier" | "ticketSystem";
  /** Key of the notification or ticket that it is about. */
  readonly subjectKey: string;
  /** Position among the deliveries of the same subject, from 1. */
  readonly position: number;
  /** Task of the plug-in, such as notify, open, comment or close. */
  readonly act: string;
  /** Plug-in that was asked last; null if none was. */
  readonly plugin: string | null;
  /** State of the delivery: waiting, delivered, or dead if it was given up. */
  readonly state: "waiting" | "delivered" | "dead";
  /** Number of attempts. */
  readonly tries: number;
  /** Time from which it is attempted. */
  readonly dueAt: string;
  /** Time of the next attempt. */
  readonly nextTryAt: string;
  /** Time of the last attempt; null if there was none. */
  readonly lastTriedAt: string | null;
  /** Reason why the last attempt failed; null if it did not. */
  readonly lastError: string | null;
  /** Time of creation. */
  readonly createdAt: string;
  /** Time at which it was delivered or given up; null if it is waiting. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Operation {
  /** Key of the operation. */
  readonly key: string;
  /** Key of the request. */
  readonly requestKey: string;
  /** Code of the operation; docs/operation-codes.md lists the codes. */
  readonly code: string;
  /** Key of the target system; null for an operation about a role or a rule. */
  readonly targetSystemKey: string | null;
  /** Key of the account; null if there is none, or if it is not created yet. */
  readonly accountKey: string | null;
  /** Key of the group; null if there is none, or if it is not created yet. */
  readonly groupKey: string | null;
  /** Status of the operation; accepted if an implementer has accepted its task. */
  readonly status: "notStarted" | "accepted" | "running" | "succeeded" | "failed";
  /** Result as a letter; null if there is none yet. docs/operation-codes.md lists the letters. */
  readonly result: "S" | "F" | "P" | "N" | "X" | "R" | null;
  /** Error of the operation; null if none. */
  readonly error: OperationError | null;
  /** Warning or other message of the target system about an operation that did not fail; null if none. */
  readonly notice: string | null;
  /** True if the password must be changed at the next sign-in; null if not specified. */
  readonly mustChange: boolean | null;
  /** The rules of the password policy that a new password breaks without being refused. */
  readonly warnings: readonly PasswordWarning[];
  /** Progress of a discovery; null for other operations. */
  readonly discovery: DiscoveryProgress | null;
  /** The first 100 objects that a discovery has added, changed and removed; where it waits for a confirmation, those that it would remove. */
  readonly discoveredObjects?: readonly DiscoveredObject[];
  /** Result of a connection test; null for other operations, or if there is no result. */
  readonly server: TestedServer | null;
  /** Time of the request for the operation. */
  readonly createdAt: string;
  /** Time at which the operation was last sent to the target system; null if it was not. */
  readonly sentAt: string | null;
  /** Time of the next attempt; null if none is planned. */
  readonly nextTryAt: string | null;
  /** Time at which the operation ended; null if it has not ended. */
  readonly finishedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly account?: Account | null;
  readonly group?: Group | null;
  readonly targetSystem?: TargetSystem | null;
}

export interface PasswordBlock {
  /** Key of the block. */
  readonly key: string;
  /** Key of the user all of whose passwords it is about; null if it is about one account. */
  readonly userKey: string | null;
  /** Key of the only account that it is about; null if it is about a user. */
  readonly accountKey: string | null;
  /** Reason for the block. */
  readonly reason: string;
  /** Start of the block; null if it holds from its creation. */
  readonly beginsAt: string | null;
  /** End of the block; null if it holds until it is lifted. */
  readonly endsAt: string | null;
  /** Time of creation. */
  readonly createdAt: string;
  /** Key of the user who created the block; null if it was the operator of the service. */
  readonly createdByKey: string | null;
  /** Time at which the block was lifted; null if it was not. */
  readonly liftedAt: string | null;
  /** Key of the user who lifted the block; null if it was not lifted, or by the operator of the service. */
  readonly liftedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
  readonly account?: Account | null;
  readonly createdBy?: Person | null;
}

export interface PasswordDelivery {
  /** Key of the delivery. */
  readonly key: string;
  /** Key of the mass reset. */
  readonly massResetKey: string;
  /** Key of the reader: the owner of the accounts, or for a file the user who started the mass reset; null if that was the operator of the service. */
  readonly userKey: string | null;
  /** Way: file (sealed for the reader), link (once, by email) or myAccess (once, behind a second factor). */
  readonly way: "file" | "link" | "myAccess";
  /** State: waiting, delivered, or expired if the passwords were deleted unread. */
  readonly state: "waiting" | "delivered" | "expired";
  /** Number of accounts with a new password in the delivery. */
  readonly accounts: number;
  /** Time from which the passwords can be read. */
  readonly createdAt: string;
  /** Time at which unread passwords are deleted. */
  readonly expiresAt: string;
  /** Time at which the reader got the passwords; null if not. */
  readonly deliveredAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
}

export interface QueuedPassword {
  /** Key of the entry. */
  readonly key: string;
  /** Key of the account. */
  readonly accountKey: string;
  /** Name of the account when the change was queued. */
  readonly accountName: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the owner of the account; null if it has none. */
  readonly userKey: string | null;
  /** Key of the user who changed the password; empty for the service itself. */
  readonly requesterKey: string;
  /** Code of the operation: PWRS (reset password) or PWCH (change password). */
  readonly code: string;
  /** State of the entry: waiting, or trying while an operation brings the password to the target system. */
  readonly state: "waiting" | "trying";
  /** Number of attempts since the change was queued. */
  readonly tries: number;
  /** Time of the next attempt; null if an operator has to retry it. */
  readonly nextTryAt: string | null;
  /** Time at which the last attempt failed, or was begun. */
  readonly lastTriedAt: string;
  /** Key of the operation of the last attempt. */
  readonly operationKey: string;
  /** Key of the request whose change failed. */
  readonly requestKey: string;
  /** Code of the last failure. */
  readonly errorCode: string | null;
  /** Words of the last failure, as the target system gave them. */
  readonly errorMessage: string | null;
  /** Time at which the change was queued. */
  readonly queuedAt: string;
  /** Time at which the change is given up. */
  readonly expiresAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly account?: Account | null;
  readonly user?: Person | null;
  readonly operation?: Operation | null;
}

export interface PasswordSender {
  /** Key of the password sender. */
  readonly key: string;
  /** Key of the target system whose changes it reports. */
  readonly targetSystemKey: string;
  /** Display name, such as the name of its machine. */
  readonly name: string;
  /** Status of the password sender: invited, enrolled or revoked. */
  readonly status: "invited" | "enrolled" | "revoked";
  /** Time at which the enrollment token expires; null if there is none. */
  readonly enrolmentExpiresAt: string | null;
  /** Time of the invitation. */
  readonly invitedAt: string;
  /** Key of the user who invited it; null for the operator of the service. */
  readonly invitedByKey: string | null;
  /** Time of the enrollment; null if it has not enrolled. */
  readonly enrolledAt: string | null;
  /** Time of the last call; null if never. */
  readonly lastSeenAt: string | null;
  /** Time at which the last reported change was recorded; null if never. */
  readonly lastReportAt: string | null;
  /** Outcome of the last reported change; null if there is none. */
  readonly lastOutcome: "synchronized" | "recorded" | "echo" | "superseded" | "managed" | "unknownAccount" | "withdrawn" | "repeated" | "gap" | null;
  /** Version of its program; null if it never reported one. */
  readonly softwareVersion: string | null;
  /** Number of changes that waited at the sender at its last call; null if it never reported that. */
  readonly waiting: number | null;
  /** Time at which it was revoked; null if it was not. */
  readonly revokedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ManagedSystemPolicy {
  /** Id of the policy. */
  readonly id: string;
  /** Display name. */
  readonly description: string;
  /** Component that changes the passwords: the service (push), the managed host (pull), or none (vault). */
  readonly mode: "push" | "pull" | "vault";
  /** Node that changes the passwords. */
  readonly managedByNode: string;
  /** True if passwords are changed under the policy. */
  readonly enabled: boolean;
  /** Hours between two randomizations; 0 for no scheduled randomization. */
  readonly changeIntervalHours: number;
  /** Window for scheduled randomization, as 22:00-05:30 in the time zone of the service; null for any time. */
  readonly changeWindow: string | null;
  /** Time until which scheduled randomization is paused; null if it is not. */
  readonly frozenUntil: string | null;
  /** Id of the password policy for new passwords; null for PAM_DEFAULT. */
  readonly passwordPolicyId: string | null;
  /** True if scheduled randomization includes passwords that are checked out. */
  readonly randomizeCheckedOut: boolean;
  /** True if a new password counts as confirmed when the target system cannot test it. */
  readonly confirmWithoutVerify: boolean;
  /** Fate of a new password that no other node has acknowledged in five seconds, where VAULT ACKNOWLEDGED BY is 2: it waits (wait), or is set all the same (goOn). */
  readonly ifUnacknowledged: "wait" | "goOn";
  /** Wrong passwords that lock an account on the target system, of which the service stays one below; 0 if it locks none. */
  readonly lockoutTries: number;
  /** Minutes after which the target system resets its count of wrong passwords. */
  readonly lockoutMinutes: number;
  /** Percentage of the accounts whose passwords are verified each night. */
  readonly verifyShare: number;
  /** Longest check-out, in minutes. */
  readonly checkoutMaxMinutes: number;
  /** Number of users who may have a password checked out at once. */
  readonly concurrency: number;
  /** True if a password is randomized at check-in. */
  readonly randomizeOnCheckIn: boolean;
  /** Methods by which a password may be disclosed. */
  readonly disclosurePlugins: readonly string[];
  /** Number of times that a check-out may be extended. */
  readonly extensionsMax: number;
  /** Minutes before the end of a check-out at which its holder is notified; 0 for no notification. */
  readonly warnMinutes: number;
  /** Number of check-outs of one user per day; 0 for no limit. */
  readonly checkoutsPerDay: number;
  /** Plug-in of the kind ticketCheck that verifies the ticket that a check-out then needs; null if no ticket is needed. */
  readonly ticketPlugin: string | null;
  /** True if a second person must be present at each disclosure. */
  readonly attended: boolean;
  /** Approval phases of check-outs. */
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
  /** Key of the permission. */
  readonly key: string;
  /** Id of the managed system policy. */
  readonly policyId: string;
  /** Permission: see, ask (after approval), preApproved (without approval), manage, or breakGlass (emergency access). */
  readonly right: "see" | "ask" | "preApproved" | "manage" | "breakGlass";
  /** User class whose members have the permission. */
  readonly userClassId: string;
  /** Time at which the permission was granted. */
  readonly grantedAt: string;
  /** Key of the user who granted the permission; null if it was the operator of the service. */
  readonly grantedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ListedCommand {
  /** Key of the command. */
  readonly key: string;
  /** Id of the managed system policy. */
  readonly policyId: string;
  /** Name of the command. */
  readonly name: string;
  /** Command line that runs as the account, in the syntax of the target system. */
  readonly command: string;
  /** Time at which the command was added. */
  readonly addedAt: string;
  /** Key of the user who added the command; null if it was the operator of the service. */
  readonly addedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ManagedSystem {
  /** Key of the managed system. */
  readonly key: string;
  /** Name of the managed system. */
  readonly id: string;
  /** Display name. */
  readonly description: string;
  /** Type of the managed system. */
  readonly type: string;
  /** Component that changes the passwords: the service (push), the managed host (pull), or none (vault). */
  readonly mode: "push" | "pull" | "vault";
  /** Key of the target system that reaches the managed system. */
  readonly targetSystemKey: string;
  /** True if its passwords are managed. */
  readonly enabled: boolean;
  /** True if one of its policies confirms passwords without a test where the target system cannot test them. */
  readonly confirmWithoutVerify: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly policies?: readonly ManagedSystemPolicy[];
}

export interface ManagedAccount {
  /** Key of the managed account. */
  readonly key: string;
  /** Key of the managed system. */
  readonly managedSystemKey: string;
  /** Key of the account. */
  readonly accountKey: string;
  /** Id of the managed system policy; HISTORICAL if the account is no longer managed. */
  readonly policyId: string;
  /** Name of the account on its target system, or its last name if it is gone. */
  readonly name: string;
  /** Key of the target system of the account. */
  readonly targetSystemKey: string;
  /** Last name of the account when it stopped being managed; null if it is managed. */
  readonly accountName: string | null;
  /** Status of the password: confirmed (C), uncertain (U) or in conflict. */
  readonly status: "C" | "U" | "conflict";
  /** Time since which the passwords are in conflict; null if they are not. */
  readonly conflictSince: string | null;
  /** Reason why the confirmed password is uncertain until the target system confirms it again: its password was reset or changed outside of the vault (set), an account was created in its place (created), it was deleted, or may have been (deleted), it was renamed, or its password was written with its attributes (renamed), somebody has claimed it who knows its password (claimed), it was not managed for a while (back), the database was restored from a backup, and its password may have been changed after that was made (restored), its node was lost, and may have changed its password last (takenOver); null if it is not. */
  readonly doubt: "set" | "created" | "deleted" | "renamed" | "claimed" | "back" | "restored" | "takenOver" | null;
  /** Time of the last randomization; null if never. */
  readonly lastRandomized: string | null;
  /** Time of the next randomization; null if none is scheduled. */
  readonly nextRandomized: string | null;
  /** Number of users who have the password checked out. */
  readonly checkoutCount: number;
  /** Number of users who may have the password checked out at once. */
  readonly checkoutLimit: number;
  /** Longest check-out of the password, in minutes. */
  readonly checkoutMinutes: number;
  /** Number of times that a check-out of the password may be extended. */
  readonly checkoutExtensions: number;
  /** True if a check-out of the password needs a ticket number. */
  readonly checkoutTicket: boolean;
  /** True if a second person must be present at each disclosure. */
  readonly checkoutAttended: boolean;
  /** Methods by which the password may be disclosed. */
  readonly disclosurePlugins: readonly string[];
  /** True if the caller has a permission to check out the password, and the account is managed and enabled. */
  readonly mayBorrow?: boolean;
  /** True if the caller may check out the password without approval (preApproved). */
  readonly mayTake?: boolean;
  /** True if the caller may use emergency access (breakGlass). */
  readonly mayBreakGlass?: boolean;
  /** True if the caller manages its check-outs (manage). */
  readonly mayManage?: boolean;
  /** True if a password counts as confirmed without a test, because the target system cannot test it and the policy allows that. */
  readonly confirmWithoutVerify: boolean;
  /** Reason why the password is not managed; null if it is. */
  readonly disabledReason: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly passwordHistory?: readonly VaultEntry[];
}

export interface VaultEntry {
  /** Key of the entry. */
  readonly key: string;
  /** Key of the managed account. */
  readonly managedAccountKey: string;
  /** Key of the previous entry; null for the first entry of the account. */
  readonly parentKey: string | null;
  /** Origin of the password: imported, generated by the service (randomized), recorded by an operator (overridden), or found on the target system (observed). */
  readonly origin: "imported" | "randomized" | "overridden" | "observed";
  /** Status of the password: uncertain (U), known to be unused (failed), or confirmed (C). */
  readonly status: "U" | "failed" | "C";
  /** Time of creation, before the password is sent to a target system. */
  readonly createdAt: string;
  /** Time of the last change of status. */
  readonly settledAt: string | null;
  /** Time at which the target system last accepted the password. */
  readonly openedAt: string | null;
  /** Time at which the target system last refused a sign-in with the password. */
  readonly refusedAt: string | null;
  /** Message of the target system that refused to set the password. */
  readonly refusal: string | null;
  /** Node that created the entry. */
  readonly createdNode: string;
  /** Key of the user who requested the password; null for the service itself. */
  readonly createdBy: string | null;
  /** Key of the run that created the entry; null if none. */
  readonly runKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface MassReset {
  /** Key of the mass reset, and of its run. */
  readonly key: string;
  /** Number of the mass reset: YYYYMMDD-N. */
  readonly number: string;
  /** Reason for the mass reset. */
  readonly reason: string;
  /** Action: reset (passwords of accounts), onboard (people of a file, with accounts and memberships) or offboard (end access). */
  readonly action: "reset" | "onboard" | "offboard";
  /** Ends of an offboarding: leave (with all steps of leaving) or disableUser; memberships; disableAccounts or deleteAccounts. Null for another action. */
  readonly ends: readonly ("leave" | "disableUser" | "memberships" | "disableAccounts" | "deleteAccounts")[];
  /** Key of the template that is requested for each person of an onboarding whose line names none; null for none. */
  readonly templateKey: string | null;
  /** True if superusers and privileged accounts are concerned too, which userKeys, accountKeys or a file must name; a condition never selects them. */
  readonly includePrivileged: boolean;
  /** True if passwords of accounts of the user who starts it are reset too. */
  readonly includeOwn: boolean;
  /** Key of the mass reset that sets and delivers the first passwords of an onboarding; null if there is none yet. */
  readonly passwordsKey: string | null;
  /** State of the mass reset: draft, queued, running, paused, stopped or ended. */
  readonly state: "draft" | "queued" | "running" | "paused" | "stopped" | "ended";
  /** Way in which the accounts are chosen: by a condition on their owners, as users or accounts, or by a file. */
  readonly chosenBy: "condition" | "users" | "accounts" | "file";
  /** Condition on the owners of the accounts, in the syntax of $filter on users; null for another choice. */
  readonly condition: string | null;
  /** Keys of the target systems to which the choice is limited, null for all; of an onboarding those on which each person gets an account whose line names none. */
  readonly targetSystemKeys: readonly string[];
  /** Ids of the target groups to which the choice is limited; null for all. */
  readonly targetGroupIds: readonly string[];
  /** True if chosen accounts without an owner are reset too. */
  readonly withoutOwner: boolean;
  /** Id of a password policy that all new passwords keep besides those of their accounts; null for none. */
  readonly passwordPolicyId: string | null;
  /** True if the owners must change the new passwords at the next sign-in. */
  readonly mustChange: boolean;
  /** True if all sessions and tokens of the owners end when their first password is reset. */
  readonly endSessions: boolean;
  /** Delivery of the new passwords: none, a file for the user who starts it, a one-time link to each owner, or once in My access. */
  readonly delivery: "none" | "file" | "link" | "myAccess";
  /** Hours for which passwords that wait for their delivery are kept; 72 by default. */
  readonly deliveryHours: number;
  /** Number of accounts per target system that are reset before all others; 0 for none. */
  readonly canaries: number;
  /** Number of canary accounts that may fail before the mass reset pauses by itself; 0 by default. */
  readonly canaryFailuresMax: number;
  /** Number of failures above which the mass reset pauses by itself; 50 by default. */
  readonly failuresMax: number;
  /** Percent of failures among ended accounts above which the mass reset pauses by itself; 5 by default. */
  readonly failureShareMax: number;
  /** Largest number of accounts per minute on each target system; null for no limit. */
  readonly ratePerMinute: number | null;
  /** Number of users whom it concerns. */
  readonly people: number;
  /** Number of accounts that are reset, or of steps of onboarding or offboarding, by the last trial or the start. */
  readonly accounts: number;
  /** Accounts that are reset, by target system. */
  readonly chosen: readonly ChosenOnTarget[];
  /** Accounts that are skipped, by reason. */
  readonly skipped: readonly SkippedAccounts[];
  /** Time of the last trial. */
  readonly trialAt: string | null;
  /** Key of the user who created the mass reset; null for the operator of the service. */
  readonly requesterKey: string | null;
  /** Key of the user who started it; null if it was not started, or by the operator of the service. */
  readonly startedByKey: string | null;
  /** Reason for the pause: asked (by a user), canary or failures; null if it is not paused. */
  readonly pausedBecause: "asked" | "canary" | "failures" | null;
  /** Explanation of the pause; null if it did not pause by itself. */
  readonly problem: string | null;
  /** Id of the call that created the mass reset. */
  readonly requestId: string;
  /** Time of creation. */
  readonly createdAt: string;
  /** Time at which it was started; null if it was not. */
  readonly startedAt: string | null;
  /** Time at which it ended or was stopped; null if it has not. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly requester?: Person | null;
  readonly startedBy?: Person | null;
  readonly items?: readonly MassResetAccount[];
  readonly steps?: readonly MassResetStep[];
  readonly targets?: readonly MassResetTarget[];
}

export interface MassResetAccount {
  /** Key of the row. */
  readonly key: string;
  /** Key of the mass reset. */
  readonly runKey: string;
  /** Key of the account. */
  readonly accountKey: string;
  /** Name of the account when the mass reset was started. */
  readonly accountName: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the owner of the account; null if it has none. */
  readonly userKey: string | null;
  /** Act: set (the password is set) or randomize (the vault manages the account and randomizes its password). */
  readonly act: "set" | "randomize";
  /** True if it is reset before the others. */
  readonly isCanary: boolean;
  /** Key of the managed account; null if the vault does not manage the account. */
  readonly managedAccountKey: string | null;
  /** Key of the run that randomizes the managed account; null if there is none. */
  readonly vaultRunKey: string | null;
  /** Proxy that performs it. */
  readonly proxyServer: string | null;
  /** Number of times that it was sent. */
  readonly sends: number;
  /** Time of the next attempt; null for as soon as possible. */
  readonly nextTryAt: string | null;
  /** Result: S (the target system has confirmed the new password), F (failed) or X (skipped); null if open. */
  readonly result: "S" | "F" | "X" | null;
  /** Code of the failure or the reason for which it was skipped. */
  readonly errorCode: string | null;
  /** Words of the target system, or of the service. */
  readonly message: string | null;
  /** Time at which it was begun; null if it was not. */
  readonly begunAt: string | null;
  /** Time at which it ended; null if it has not. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly account?: Account | null;
  readonly person?: Person | null;
}

export interface MassResetStep {
  /** Key of the row. */
  readonly key: string;
  /** Key of the mass reset. */
  readonly runKey: string;
  /** Line of the file that names the person; the number of the person or account where no file does. */
  readonly line: number;
  /** Act of the step. */
  readonly act: "addUser" | "addAccount" | "join" | "request" | "passwords" | "leave" | "disableUser" | "endMembership" | "disableAccount" | "deleteAccount";
  /** Key of the user; null if there is none, or not yet. */
  readonly userKey: string | null;
  /** Id of the user; null if there is none. */
  readonly userId: string | null;
  /** Key of the target system; empty for a step on none. */
  readonly targetSystemKey: string;
  /** Key of the account; null if the step is about none, or creates it. */
  readonly accountKey: string | null;
  /** Name of the account; null if the step is about none. */
  readonly accountName: string | null;
  /** Name of the group; null if the step is about none. */
  readonly groupName: string | null;
  /** True if it is carried out before the others. */
  readonly isCanary: boolean;
  /** Key of the request that carries the step out; null if there is none, or not yet. */
  readonly requestKey: string | null;
  /** Number of attempts. */
  readonly sends: number;
  /** Time of the next attempt; null for as soon as possible. */
  readonly nextTryAt: string | null;
  /** Result: S (done), F (failed) or X (skipped); null if open. */
  readonly result: "S" | "F" | "X" | null;
  /** Code of the failure or the reason for which it was skipped. */
  readonly errorCode: string | null;
  /** Words of the service or of the target system. */
  readonly message: string | null;
  /** Time at which it was begun; null if it was not. */
  readonly begunAt: string | null;
  /** Time at which it ended; null if it has not. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly account?: Account | null;
  readonly person?: Person | null;
}

export interface MassResetTarget {
  /** Key of the row. */
  readonly key: string;
  /** Key of the mass reset. */
  readonly runKey: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Number of accounts, with those that were skipped. */
  readonly accounts: number;
  /** Number of accounts whose new password the target system has confirmed. */
  readonly done: number;
  /** Number of accounts that failed. */
  readonly failed: number;
  /** Number of accounts that were skipped. */
  readonly leftOut: number;
  /** Number of canary accounts. */
  readonly canaries: number;
  /** Number of canary accounts that ended. */
  readonly canariesEnded: number;
  /** Number of canary accounts that failed. */
  readonly canariesFailed: number;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ManagedHost {
  /** Key of the managed host. */
  readonly key: string;
  /** Key of the only managed account whose password the host gets. */
  readonly managedAccountKey: string;
  /** Display name. */
  readonly name: string;
  /** Status of the host: invited, enrolled or revoked. */
  readonly status: "invited" | "enrolled" | "revoked";
  /** Time at which the enrollment token expires; null if there is none. */
  readonly enrolmentExpiresAt: string | null;
  /** Time of the invitation. */
  readonly invitedAt: string;
  /** Author of the invitation. */
  readonly invitedBy: string;
  /** Time of the last call of the host; null if never. */
  readonly lastSeenAt: string | null;
  /** Time at which the host was revoked; null if it was not. */
  readonly revokedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ManagedAccountDependant {
  /** Key of the dependent. */
  readonly key: string;
  /** Key of the managed account whose password the dependent uses. */
  readonly managedAccountKey: string;
  /** Position among the dependents of the account; the lowest gets the password first. */
  readonly sequence: number;
  /** Type of the dependent: an account on another target system (account), or one that a plug-in updates (plugin). */
  readonly kind: "account" | "plugin";
  /** Key of the account that uses the password; null if the dependent is no account. */
  readonly accountKey: string | null;
  /** Plug-in that updates and tests the dependent; null if none. */
  readonly plugin: string | null;
  /** Setting for the plug-in, such as the name of a service; null if none. */
  readonly setting: string | null;
  /** Key of the history entry of the last password that was sent to the dependent; null if none was. */
  readonly toldEntryKey: string | null;
  /** Key of the history entry of the password that the dependent uses, as confirmed by a test; null if not known. */
  readonly heldEntryKey: string | null;
  /** Key of the history entry of the password with which the dependent last made the change of the account fail; null if it never did. */
  readonly refusedEntryKey: string | null;
  /** Time since which the dependent has not accepted a password; null if it has the last one. */
  readonly failingSince: string | null;
  /** Message of the dependent or its target system about the password that it did not accept. */
  readonly message: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Analysis {
  /** Key of the analysis. */
  readonly key: string;
  /** Kind of the analysis: the change that it simulates, or roleMining, the search for roles. */
  readonly kind: "classCondition" | "phaseSet" | "mandatoryTarget" | "roleVersion" | "enforcement" | "sodRule" | "roleMining";
  /** Change that is simulated, or terms of the search; its fields depend on the kind. */
  readonly input: AnalysisInput;
  /** State of the analysis: queued, running, ended, stopped by a user, or failed. */
  readonly state: "queued" | "running" | "ended" | "stopped" | "failed";
  /** Number of people or requests that were looked at. */
  readonly done: number;
  /** Number of people or requests to look at; null if not known yet. */
  readonly total: number | null;
  /** Number of rows of the result. */
  readonly rowCount: number;
  /** Result in short; null if the analysis has not ended. */
  readonly summary: AnalysisSummary | null;
  /** Key of the user who started the analysis; null if a command did. */
  readonly createdBy: string | null;
  /** Time at which the analysis was started. */
  readonly createdAt: string;
  /** Time at which the analysis ended; null if it has not ended. */
  readonly endedAt: string | null;
  /** Code of the failure, see docs/errors.md; null if it has not failed. */
  readonly errorCode: string | null;
  /** Words of the failure; null if it has not failed. */
  readonly errorMessage: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly starter?: Person | null;
  readonly rows?: readonly AnalysisRow[];
  readonly suggestions?: readonly RoleSuggestion[];
}

export interface AnalysisRow {
  /** Key of the row. */
  readonly key: string;
  /** Key of the analysis. */
  readonly analysisKey: string;
  /** Position in the result, from 1. */
  readonly sequence: number;
  /** Key of the user whom the change concerns; null if it concerns none. */
  readonly userKey: string | null;
  /** Code of the operation: that of a request, or UCMA and UCMR for somebody who joins or leaves a user class. */
  readonly operation: string;
  /** Key of the target system; null if there is none. */
  readonly targetSystemKey: string | null;
  /** Key of the group; null if there is none. */
  readonly groupKey: string | null;
  /** Key of the role; null if there is none. */
  readonly roleKey: string | null;
  /** Key of the request whose authorization was repeated; null for other kinds. */
  readonly requestKey: string | null;
  /** Key of the suggested role that the row belongs to; null for other kinds. */
  readonly roleSuggestionKey: string | null;
  /** Reason for the change. */
  readonly why: "conditionChooses" | "conditionDropsOut" | "phasesDiffer" | "roleForPerson" | "roleNotForPerson" | "accountMandatory" | "accessMissing" | "accessBeyond" | "violatesRule" | "hasAll" | "lacksSome";
  /** Result of the authorization of the request as it was; null for other kinds. */
  readonly was: "approved" | "denied" | "waiting" | null;
  /** Result of the authorization of the request with the other phases; null for other kinds. */
  readonly would: "approved" | "denied" | "waiting" | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
  readonly targetSystem?: TargetSystem | null;
  readonly group?: Group | null;
  readonly role?: Role | null;
  readonly request?: Request | null;
}

export interface RoleSuggestion {
  /** Key of the suggestion. */
  readonly key: string;
  /** Key of the analysis. */
  readonly analysisKey: string;
  /** Position among the suggestions of the analysis, from 1. */
  readonly sequence: number;
  /** Value of the attribute by which people were divided; null if they were not, or have no value. */
  readonly department: string | null;
  /** Number of people of the role. */
  readonly people: number;
  /** Number of grants that the role gives and no suggestion before it does, of people who have all of it. */
  readonly grantsReplaced: number;
  /** Number of people of the role who lack some of it and would get it. */
  readonly gainers: number;
  /** Access that the role gives. */
  readonly entitlements: readonly SuggestedEntitlement[];
  /** Users whom the role is for, as a $filter on users; null if its people cannot be told by one attribute. */
  readonly condition: string | null;
  /** Key of the role that was drafted of the suggestion; null if none was. */
  readonly roleKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly analysis?: Analysis | null;
  readonly role?: Role | null;
}

export interface Run {
  /** Key of the run. */
  readonly key: string;
  /** Kind of the run: it randomizes passwords, verifies them, or carries out a mass reset, an onboarding or an offboarding. */
  readonly kind: "randomize" | "verify" | "massReset" | "onboarding" | "offboarding";
  /** Reason for the run: the interval has passed, a user requested it, a share is verified each night, uncertain passwords are checked, a check-out has ended, or a user has left who may know the passwords. */
  readonly reason: "due" | "asked" | "nightly" | "settle" | "checkIn" | "leaving";
  /** Id of the managed system policy whose accounts the run covers; null for the accounts that it names, or for all. */
  readonly policyId: string | null;
  /** Key of the managed host that runs it; null if proxies do. */
  readonly managedHostKey: string | null;
  /** Key of the user who requested the run; null for the service itself. */
  readonly requestedBy: string | null;
  /** Id of the call that requested the run. */
  readonly requestId: string;
  /** State of the run: waiting for its first step, in progress, paused, stopped or completed. */
  readonly state: "queued" | "running" | "paused" | "stopped" | "ended";
  /** Time at which the run was requested. */
  readonly createdAt: string;
  /** Time of the first step. */
  readonly startedAt: string | null;
  /** Time at which the run ended. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly orders?: readonly VaultOrder[];
}

export interface VaultOrder {
  /** Key of the operation. */
  readonly key: string;
  /** Key of the run. */
  readonly runKey: string;
  /** Key of the managed account. */
  readonly managedAccountKey: string;
  /** Key of the dependent; null if the operation is about the account itself. */
  readonly dependantKey: string | null;
  /** Key of the target system of the account or dependent; empty for a plug-in. */
  readonly targetSystemKey: string;
  /** Proxy that runs the operation. */
  readonly proxyServer: string | null;
  /** Key of the password history entry; null if there is none yet. */
  readonly entryKey: string | null;
  /** Action: set or verify a password, update (tell) or test a dependent, or set the confirmed password again (restore). */
  readonly act: "set" | "verify" | "tell" | "test" | "restore";
  /** Number of times that the operation was sent. */
  readonly sends: number;
  /** Number of passwords that were generated; the target system may refuse some. */
  readonly candidates: number;
  /** Time of the next attempt; null for as soon as possible. */
  readonly nextTryAt: string | null;
  /** Time until which its proxy may act. */
  readonly deadlineAt: string | null;
  /** Result: S if successful, F if failed, X if there was nothing to do; null if open. */
  readonly result: "S" | "F" | "X" | null;
  /** Error code of the last attempt. */
  readonly errorCode: string | null;
  /** Message of the target system. */
  readonly message: string | null;
  /** Time of creation. */
  readonly createdAt: string;
  /** Time at which the operation started; null if it is waiting. */
  readonly begunAt: string | null;
  /** Time at which the operation ended. */
  readonly endedAt: string | null;
  /** Key of the next operation of the run on the account; null if none. */
  readonly followedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly managedAccount?: ManagedAccount | null;
}

export interface ImportRule {
  /** Key of the rule. */
  readonly key: string;
  /** Place among the rules for the same objects: the first one that matches decides. */
  readonly sequence: number;
  /** Objects that it is a rule for. */
  readonly objectType: "managedSystem" | "managedAccount";
  /** Action on the objects that it matches. */
  readonly action: "bind" | "unbind" | "delete";
  /** Policy that they are bound to; null for the other actions. */
  readonly policyId: string | null;
  /** Notes for people; null if none. */
  readonly description: string | null;
  /** Expression over the objects that it matches, such as `resource.id == 'HR'`; docs/import-rule-fields.md lists what it may name. */
  readonly condition: string;
  /** True if it is carried out at the end of discoveries; true by default. */
  readonly enabled: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Simulation {
  /** Key of the simulation, which is not saved. */
  readonly key: string;
  /** Type of the resource whose phases are simulated. */
  readonly resourceType: "targetSystem" | "managedGroup" | "managedSystemPolicy" | "template";
  /** Id or key of the resource. */
  readonly resourceKey: string;
  /** The phases that are tried. */
  readonly phases: readonly AuthorizationPhase[];
  /** Number of the latest requests to simulate; null for 100. */
  readonly last: number | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SessionLogData {
  /** Key of the audit event. */
  readonly key: string;
  /** Key of the session. */
  readonly sessid: string;
  /** Sequence number, which rises on each node. */
  readonly seq: number;
  /** Time of the event. */
  readonly time: string;
  /** Node that wrote the event. */
  readonly node: string;
  /** Interface of the call. */
  readonly module: string;
  /** Code of the operation; docs/audit-operations.md lists the codes. */
  readonly operation: string;
  /** Result: successful (S), failed or refused (F), or unknown (N). */
  readonly result: "S" | "F" | "N";
  /** User who acted; null if not known. */
  readonly actor: string | null;
  /** Recipient; null if none. */
  readonly recipient: string | null;
  /** Object of the operation; null if not named. */
  readonly ident: string | null;
  /** Target system; null if none. */
  readonly targetSystem: string | null;
  /** Account on the target system; null if none. */
  readonly account: string | null;
  /** Request or mass reset of the event; null if none. */
  readonly batchId: string | null;
  /** Operations of the request: actions, groups, accounts and target systems, named as at its submission; null if the event is not about a request. */
  readonly requested: string | null;
  /** IP address of the caller; null if none. */
  readonly ip: string | null;
  /** Correlation id of logs and calls; null if none. */
  readonly requestId: string | null;
  /** Duration in milliseconds; null if not measured. */
  readonly durationMs: number | null;
  /** Number of calls that the event stands for. */
  readonly calls: number;
  /** Message of the event; null if none. */
  readonly message: string | null;
  /** Changed rows with their values before and after; null if none. */
  readonly changes: AuditedChanges | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SessionLogAnalytics {
  /** Key of the row. */
  readonly key: string;
  /** Day, in UTC. */
  readonly day: string;
  /** Code of the operation. */
  readonly operation: string;
  /** Result: successful (S), failed or refused (F), or unknown (N). */
  readonly result: "S" | "F" | "N";
  /** Number of calls. */
  readonly count: number;
  /** Number of different users. */
  readonly distinctUsers: number;
  /** Median duration of the calls, in milliseconds; null if not measured. */
  readonly p50: number | null;
  /** Duration of the calls at the 95th percentile, in milliseconds; null if not measured. */
  readonly p95: number | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Setting {
  /** Name of the setting, as in the interface specification if it has one there. */
  readonly name: string;
  /** Environment variable of the setting. */
  readonly variable: string;
  /** Effect of the setting. */
  readonly description: string;
  /** Type of the value, in words. */
  readonly type: string;
  /** Value in the process that answers: true, false, a number, a text (a list with commas), or null. A value in a PATCH is saved; null resets the setting to its default. */
  readonly value: string | number | boolean | null;
  /** Origin of the value: the first of these that has one. */
  readonly origin: "flag" | "environment" | "file" | "stored" | "default";
  /** Saved value for all processes; null if none. */
  readonly storedValue: string | number | boolean | null;
  /** Default value; null if none. */
  readonly defaultValue: string | number | boolean | null;
  /** Time at which a saved value takes effect: at once, or when a process starts; null if the setting cannot be saved. */
  readonly takesEffect: "atOnce" | "nextStart" | null;
  /** Reason why the setting cannot be saved, and the alternative; null if it can. */
  readonly notStorable: string | null;
  /** Missing feature without which the setting has no effect; null if none. */
  readonly waitsFor: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Policy {
  /** Name of the policy, derived from the route of the call. */
  readonly name: string;
  /** Saved expression of the policy; null if none is saved and the default applies. */
  readonly expression: string | null;
  /** True if the saved expression is active; otherwise the default of this name applies. */
  readonly enabled: boolean;
  /** Number of the latest version; 0 if the policy was never changed. */
  readonly number: number;
  /** Origin of the active expression; setAside if an expression is saved but the default is active. */
  readonly origin: "default" | "changed" | "setAside";
  /** Active expression. */
  readonly inForce: string;
  /** Default expression; null if no route uses the policy. */
  readonly default: string | null;
  /** Reason why the policy denies all calls; null if it can be evaluated. */
  readonly fault: string | null;
  /** Type of `resource` in the expression; null if there is none. */
  readonly resource: string | null;
  /** Fields of `resource` that the expression may read. */
  readonly fields: readonly PolicyField[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly versions?: readonly PolicyVersion[];
}

export interface PolicyVersion {
  /** Key of the version. */
  readonly key: string;
  /** Name of the policy. */
  readonly name: string;
  /** Version number, from 1 for each policy, also after a reset. */
  readonly number: number;
  /** Action that created the version. */
  readonly action: "set" | "reset" | "rollback";
  /** Expression before the change; null if the default applied. */
  readonly before: string | null;
  /** Expression after the change; null if the default applies. */
  readonly after: string | null;
  /** True if the saved expression is active. */
  readonly enabled: boolean;
  /** Author of the change. */
  readonly changedBy: string;
  /** Time of the change. */
  readonly changedAt: string;
  /** Reason for the change; null if none was given. */
  readonly comment: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Client {
  /** Name of the application in its calls (client_id): letters, digits, dot, underscore and hyphen. */
  readonly id: string;
  /** Name on the sign-in page; null for the ID. */
  readonly displayName: string | null;
  /** True if it can keep no secret: an application in a browser or on a device. */
  readonly isPublic: boolean;
  /** True if it belongs to this service: nobody is asked whether it may, and it may have the grant password. */
  readonly firstParty: boolean;
  /** True if it is served; where it is not, it gets no token. */
  readonly enabled: boolean;
  /** Ways in which it may get tokens. */
  readonly grants: readonly ("password" | "authorization_code" | "client_credentials" | "refresh_token")[];
  /** Rights that its tokens may have; empty for all that its grants give but openid. */
  readonly scopes: readonly ("api" | "openid" | "offline_access")[];
  /** Addresses to which people return with a code, one on each line: https, or http on the same machine. */
  readonly redirectUris: readonly string[];
  /** Addresses to which people may return after signing out, one on each line. */
  readonly postLogoutRedirectUris: readonly string[];
  /** Key of the user as which the client acts when no user is signed in; null if it never does. */
  readonly userKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
  readonly tokens?: readonly ClientToken[];
}

export interface ClientToken {
  /** Key of the token. */
  readonly key: string;
  /** The session to which it belongs: all of it ends together. */
  readonly family: string;
  /** The user in whose name it was given. */
  readonly userKey: string;
  /** The application that has it. */
  readonly clientId: string;
  /** Scopes of the token, separated by blanks. */
  readonly scope: string;
  /** Time at which the token was issued. */
  readonly createdAt: string;
  /** Time at which the token expires. */
  readonly expiresAt: string;
  /** Time at which the token was exchanged for the next one; null if it was not. */
  readonly consumedAt: string | null;
  /** Time at which the token was revoked; null if it was not. */
  readonly revokedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly user?: Person | null;
}

export interface AuthChain {
  /** Name of the chain. */
  readonly name: string;
  /** Saved chain of this name; null if none is saved and the default applies. */
  readonly stored: ChainOfSteps | null;
  /** True if the saved chain is active; otherwise the default of this name applies. */
  readonly enabled: boolean;
  /** Number of the latest version; 0 if the chain was never changed. */
  readonly number: number;
  /** Active chain; null if none. */
  readonly inForce: ChainOfSteps | null;
  /** Version of the active chain; 0 for the default, null if none is active. */
  readonly inForceNumber: number | null;
  /** Reason why the saved chain is not active; null if there is no error. */
  readonly fault: string | null;
  /** Warnings about the active chain and its place among the other chains. */
  readonly warnings: readonly AuthChainFault[];
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly versions?: readonly AuthChainVersion[];
}

export interface AuthChainVersion {
  /** Key of the version. */
  readonly key: string;
  /** Name of the chain. */
  readonly name: string;
  /** Version number, from 1 for each name. */
  readonly number: number;
  /** Action that created the version. */
  readonly action: "set" | "reset" | "rollBack";
  /** Chain before the change; null if none was saved. */
  readonly before: ChainOfSteps | null;
  /** Chain after the change; null if none is saved and the default applies. */
  readonly after: ChainOfSteps | null;
  /** True if the change made the chain active. */
  readonly enabled: boolean;
  /** Author of the change. */
  readonly changedBy: string;
  /** Time of the change. */
  readonly changedAt: string;
  /** Reason for the change; null if none was given. */
  readonly comment: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface EnforcementRun {
  /** Key of the run. */
  readonly key: string;
  /** Utility: autores (differences between people and roles) or rbacenforce (between roles and access). */
  readonly kind: "autores" | "rbacenforce";
  /** Reason for the run: asked (somebody began it), nightly, or change (something has changed). */
  readonly reason: "asked" | "nightly" | "change";
  /** State of the run: queued (before the search), confirming (it would remove much, and waits for a confirmation), running, paused, stopped or ended. */
  readonly state: "queued" | "confirming" | "running" | "paused" | "stopped" | "ended";
  /** Keys of the users to whom the run is limited; null for everybody. */
  readonly userKeys: readonly string[];
  /** Requests that are submitted side by side. */
  readonly threads: number;
  /** Number of people with differences. */
  readonly people: number;
  /** Number of differences that were found. */
  readonly differences: number;
  /** Number of differences that take access or a role away. */
  readonly removals: number;
  /** Number of people whose differences are not resolved yet. */
  readonly waiting: number;
  /** Number of people for whom requests were submitted. */
  readonly submitted: number;
  /** Number of people for whom a request was refused. */
  readonly refused: number;
  /** Removals that a person must confirm; null if there are none. */
  readonly largeRemovals: readonly Removals[];
  /** Key of the user who began the run; null for the service itself. */
  readonly requestedBy: string | null;
  /** Key of the user who confirmed the removals; null if nobody did. */
  readonly confirmedBy: string | null;
  /** Id of the call that began the run. */
  readonly requestId: string;
  /** Time at which the run was begun. */
  readonly createdAt: string;
  /** Time at which the differences were known; null if they are not yet. */
  readonly startedAt: string | null;
  /** Time at which the run ended; null if it has not ended. */
  readonly endedAt: string | null;
  /** Reason why the run stopped by itself; null if none. */
  readonly errorMessage: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly items?: readonly EnforcementItem[];
}

export interface EnforcementItem {
  /** Key of the entry. */
  readonly key: string;
  /** Key of the run. */
  readonly runKey: string;
  /** Key of the user. */
  readonly userKey: string;
  /** Differences of the user. */
  readonly differences: readonly Difference[];
  /** State of the entry: waiting, submitted, refused (see errorCode), gone (the differences no longer existed) or stopped (with its run). */
  readonly state: "waiting" | "submitted" | "refused" | "gone" | "stopped";
  /** Keys of the requests that were submitted. */
  readonly requestKeys: readonly string[];
  /** Code of the refusal, see docs/errors.md; null if it was not refused. */
  readonly errorCode: string | null;
  /** Words of the refusal; null if it was not refused. */
  readonly errorMessage: string | null;
  /** Time at which the entry was resolved; null if it was not yet. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
}

export interface AccessException {
  /** Key of the exception. */
  readonly key: string;
  /** Kind of the exception: surplus or deficit of access, or sod (separation of duties). */
  readonly kind: "surplus" | "deficit" | "sod";
  /** Key of the user. */
  readonly userKey: string;
  /** Key of the role that contains the access; null for separation of duties. */
  readonly roleKey: string | null;
  /** Key of the rule of separation of duties; null for other exceptions. */
  readonly sodRuleKey: string | null;
  /** Key of the target system of the access; null for separation of duties. */
  readonly targetSystemKey: string | null;
  /** Key of the group of the access; null for an account, and for separation of duties. */
  readonly groupKey: string | null;
  /** Reason of the request; null if none was given. */
  readonly reason: string | null;
  /** Compensating control: what is done instead; null if none was named. */
  readonly control: string | null;
  /** Time at which the exception was approved. */
  readonly from: string;
  /** Time at which the exception ends; null if it has no end. */
  readonly until: string | null;
  /** Time at which the exception was ended before its time; null if it was not. */
  readonly endedAt: string | null;
  /** Key of the request that was approved. */
  readonly requestKey: string | null;
  /** Key of the operation that was approved. */
  readonly operationKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly person?: Person | null;
  readonly role?: Role | null;
  readonly request?: Request | null;
}

export interface ProxyServer {
  /** Id of the proxy. */
  readonly id: string;
  /** Status of the proxy: invited, enrolled or revoked. */
  readonly status: string;
  /** Connectors that the proxy has reported. */
  readonly connectors: readonly ReportedConnector[];
  /** Connectors that the proxy could not load. */
  readonly failedConnectors: readonly FailedConnector[];
  /** Software version of the proxy; null if it never reported. */
  readonly softwareVersion: string | null;
  /** Time of the last report; null if never. */
  readonly lastSeenAt: string | null;
  /** Time at which the enrollment token expires; null if there is none. */
  readonly enrolmentExpiresAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Node {
  /** Key of the node. */
  readonly key: string;
  /** Name of the node. */
  readonly id: string;
  /** Display name. */
  readonly description: string | null;
  /** Time at which the node joined the installation. */
  readonly registeredAt: string;
  /** Address at which other nodes reach it: https, or http on this machine; null if it has none. */
  readonly publicAddress: string | null;
  /** State of the node: active, joining, paused or expelled. */
  readonly state: "active" | "joining" | "paused" | "expelled";
  /** Public half of the Ed25519 key by which the node signs, as base64url; null if it has none. */
  readonly signingKey: string | null;
  /** Public half of the X25519 key to which secrets are sealed for the node, as base64url; null if it has none. */
  readonly sealingKey: string | null;
  /** Number of the latest change of the node's database schema; null if it is not known. */
  readonly schemaVersion: number | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface ReplicationConflict {
  /** ID of the conflict, which follows from table, key and column. */
  readonly id: string;
  /** State of the conflict: open, accepted or reverted. A value that is lost after the decision opens it again. */
  readonly state: "open" | "accepted" | "reverted";
  /** Table of the row whose value was lost. */
  readonly table: string;
  /** Key of that row. */
  readonly key: string;
  /** Column of the value; the key of the table if the whole row was lost. */
  readonly column: string;
  /** Name of that row; null if it has none or is gone. */
  readonly rowName: string | null;
  /** Stamp of the value that was lost last. A decision names it, so that it is about no other one. */
  readonly lostStamp: string;
  /** True if the values are not shown, because callers may not see that column. */
  readonly isHidden: boolean;
  /** Value that stayed, as text and cut if it is long; null for no value, a deleted row and hidden values. */
  readonly keptValue: string | null;
  /** Time of the change whose value stayed; null if it is not known. */
  readonly keptAt: string | null;
  /** Node of the change whose value stayed; null if it is not known. */
  readonly keptNode: string | null;
  /** Value that was lost last, as text and cut if it is long; null for no value and hidden values. */
  readonly lostValue: string | null;
  /** Time of the change whose value was lost; null if it is not known. */
  readonly lostAt: string | null;
  /** Node of the change whose value was lost; null if it is not known. */
  readonly lostNode: string | null;
  /** Number of values that were lost there. */
  readonly count: number;
  /** True if `revert` can write the lost value; otherwise set the value that you want where it is edited. */
  readonly isRevertible: boolean;
  /** Key of the user who decided last; null if none has. */
  readonly by: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Checkout {
  /** Key of the check-out. */
  readonly key: string;
  /** Key of the managed account whose password is checked out. */
  readonly managedAccountKey: string;
  /** Id of the managed system policy that applied to the request. */
  readonly policyId: string;
  /** Key of the holder. */
  readonly userKey: string;
  /** Key of the access request; null if none was needed. */
  readonly requestKey: string | null;
  /** Status of the check-out: requested, approved (scheduled or queued), checkedOut, or closed as checkedIn, expired, revoked, denied or withdrawn. */
  readonly status: "requested" | "approved" | "checkedOut" | "checkedIn" | "expired" | "revoked" | "denied" | "withdrawn";
  /** Reason given by the holder. */
  readonly reason: string;
  /** Ticket number; null if none. */
  readonly ticket: string | null;
  /** Minutes for which the password is checked out, from the check-out on. */
  readonly minutes: number | null;
  /** Earliest time of the check-out; null for as soon as possible. */
  readonly startAt: string | null;
  /** True for emergency access, without approval. */
  readonly breakGlass: boolean;
  /** Key of the second person who confirmed the emergency access; null if none. */
  readonly vouchedByKey: string | null;
  /** Time at which the emergency access was reviewed; null if it was not, or if there was none. */
  readonly reviewedAt: string | null;
  /** Key of the reviewer of the emergency access; null if it was not reviewed. */
  readonly reviewedByKey: string | null;
  /** Result of the review; null if there is none. */
  readonly review: string | null;
  /** Time of the request. */
  readonly requestedAt: string;
  /** Time of the approval; null if not approved. */
  readonly approvedAt: string | null;
  /** Time at which the password was checked out; null if it was not. */
  readonly checkedOutAt: string | null;
  /** Time at which the password is checked in automatically; null if it is not checked out yet. */
  readonly expiresAt: string | null;
  /** Number of extensions. */
  readonly extensions: number;
  /** Time at which the check-out ended; null if it has not ended. */
  readonly endedAt: string | null;
  /** Key of the user who ended the check-out; null if it has not ended, or ended automatically. */
  readonly endedByKey: string | null;
  /** Reason for the end, where one is recorded; null if none. */
  readonly endReason: string | null;
  /** True if the password has not been randomized since the check-out. */
  readonly awaitsChange: boolean;
  /** Time at which the password was confirmed to be changed after the check-out; null if it was not. */
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
  /** Key of the disclosure. */
  readonly key: string;
  /** Key of the check-out. */
  readonly checkoutKey: string;
  /** Key of the user to whom the password was disclosed. */
  readonly userKey: string;
  /** Method by which the password was disclosed. */
  readonly plugin: string;
  /** IP address of the caller; null if not known. */
  readonly address: string | null;
  /** Interface of the call. */
  readonly module: string;
  /** Time at which the disclosure was requested. */
  readonly createdAt: string;
  /** Time until which its token could be used. */
  readonly expiresAt: string;
  /** Time at which the password was disclosed; null if it was not. */
  readonly usedAt: string | null;
  /** Time of the earlier password that was requested; null for the current password. */
  readonly heldAt: string | null;
  /** Key of the second person who was present; null if none was needed. */
  readonly attendedByKey: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface SamlProvider {
  /** Name in sign-ins and chains, and in the addresses that the provider is told; it never changes. */
  readonly id: string;
  /** Notes for people; null if none. */
  readonly description: string | null;
  /** Address at which people sign in there, for requests by redirect. */
  readonly entryPoint: string;
  /** Name by which the provider calls itself (entity ID); assertions of another issuer are refused. */
  readonly issuer: string;
  /** Certificates of the keys by which it signs, in PEM, one behind the other; several while it changes keys. */
  readonly certificates: readonly string[];
  /** Name of this service to the provider (audience); null for the address of our metadata. */
  readonly entityId: string | null;
  /** Attribute of an assertion that names the user; null for the NameID. */
  readonly nameAttribute: string | null;
  /** Profile attribute of our user that the name is compared with; null for the ID of the user. */
  readonly userAttribute: string | null;
  /** Algorithms by which it may sign; empty for all of them, of which none is built on SHA-1. */
  readonly signatureAlgorithms: readonly ("rsa-sha256" | "rsa-sha512" | "rsa-pss-sha256")[];
  /** Difference of its clock that is accepted, in seconds. */
  readonly clockSkewSeconds: number;
  /** User class whose members may sign in by it; null for everybody. */
  readonly userClass: string | null;
  /** True if the identity provider may sign superusers in; false by default. Only superusers may set it, or change such a provider. */
  readonly superusers: boolean;
  /** True if sign-ins by it are accepted; true by default. */
  readonly enabled: boolean;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface TicketSystem {
  /** Name that target systems give in their option ticketSystem; it never changes. */
  readonly id: string;
  /** Notes for people; null if none. */
  readonly description: string | null;
  /** File of the plug-in of the kind ticketSystem, in PLUGIN_FOLDER. */
  readonly plugin: string;
  /** Fields that its plug-in gets besides number, status and operations; null or empty for none. requester: key, ID and name of the requester; recipient: key, ID and name of the recipient; reason: reason given by the requester; objects: names of the accounts and groups. */
  readonly fields: readonly ("requester" | "recipient" | "reason" | "objects")[];
  /** Occasion on which a request opens its ticket: performing, when the first operation may begin, or waiting, as soon as it waits for anyone. */
  readonly opens: "performing" | "waiting";
  /** Effect of a ticket that its system has closed as done. note: the outcome is noted at the ticket and in the history of the request, which continues; completeTask: open tasks of the request on target systems with this ticket system are completed; endAccess: access that the request has given on target systems with this ticket system ends now. */
  readonly whenDone: "note" | "completeTask" | "endAccess";
  /** Effect of a ticket that its system has rejected. note: the outcome is noted at the ticket and in the history of the request, which continues; cancel: a request of which nothing has begun is cancelled; any other one continues; endAccess: access that the request has given on target systems with this ticket system ends now. */
  readonly whenRejected: "note" | "cancel" | "endAccess";
  /** True if tickets are opened and callbacks are accepted; true by default. */
  readonly enabled: boolean;
  /** Time until which callbacks may also be signed with the previous secret; null if they may not. */
  readonly previousSecretUntil: string | null;
  /** Time at which the ticket system was added. */
  readonly createdAt: string;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface Webhook {
  /** Key of the webhook. */
  readonly key: string;
  /** Address to which events are sent: https, or http on this machine. */
  readonly url: string;
  /** Notes for people; null if none. */
  readonly description: string | null;
  /** Types of events that are sent; empty for all, including those of later versions. */
  readonly eventTypes: readonly ("gatehouse.request.submitted" | "gatehouse.request.held" | "gatehouse.request.scheduled" | "gatehouse.request.performing" | "gatehouse.request.completed" | "gatehouse.request.denied" | "gatehouse.request.cancelled" | "gatehouse.request.expired" | "gatehouse.phase.opened" | "gatehouse.phase.approved" | "gatehouse.phase.denied" | "gatehouse.authorizer.reminded" | "gatehouse.decision.overridden" | "gatehouse.decision.unapproved" | "gatehouse.decision.voided" | "gatehouse.request.sentBack" | "gatehouse.request.resubmitted" | "gatehouse.request.edited" | "gatehouse.request.asked" | "gatehouse.request.answered" | "gatehouse.request.commented" | "gatehouse.authorizer.escalated" | "gatehouse.delegation.asked" | "gatehouse.delegation.changed" | "gatehouse.decision.made" | "gatehouse.operation.ended" | "gatehouse.account.created" | "gatehouse.account.ownerChanged" | "gatehouse.account.changed" | "gatehouse.account.removed" | "gatehouse.group.created" | "gatehouse.group.changed" | "gatehouse.group.removed" | "gatehouse.membership.added" | "gatehouse.membership.removed" | "gatehouse.user.created" | "gatehouse.user.locked" | "gatehouse.user.unlocked" | "gatehouse.user.disabled" | "gatehouse.user.enabled" | "gatehouse.user.changed" | "gatehouse.user.moved" | "gatehouse.user.leavingStepDone" | "gatehouse.user.removed" | "gatehouse.targetSystem.created" | "gatehouse.targetSystem.changed" | "gatehouse.targetSystem.removed" | "gatehouse.policy.changed" | "gatehouse.managedAccount.conflict" | "gatehouse.managedAccount.randomized" | "gatehouse.checkout.emergency" | "gatehouse.checkout.asked" | "gatehouse.checkout.out" | "gatehouse.checkout.ended" | "gatehouse.checkout.changed" | "gatehouse.checkout.reviewed" | "gatehouse.disclosure.used" | "gatehouse.vaultRun.ended" | "gatehouse.webhook.disabled")[];
  /** True if events are sent; true by default. */
  readonly enabled: boolean;
  /** Reason why the webhook is disabled; null if it is not. */
  readonly disabledReason: string | null;
  /** Time at which the webhook was disabled; null if it is not. */
  readonly disabledAt: string | null;
  /** Time until which events are also signed with the previous secret; null if they are not. */
  readonly previousSecretUntil: string | null;
  /** Time at which the webhook was added. */
  readonly createdAt: string;
  /** Position in the change log up to which deliveries were created. */
  readonly position: number;
  /** Time of the last delivery; null if never. */
  readonly deliveredAt: string | null;
  /** Time since which deliveries fail; null if they do not. */
  readonly failingSince: string | null;
  /** Number of waiting deliveries. */
  readonly waiting: number;
  /** Number of failed deliveries. */
  readonly dead: number;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
  readonly deliveries?: readonly WebhookDelivery[];
}

export interface WebhookDelivery {
  /** Key of the delivery. */
  readonly key: string;
  /** Position of the event in the change log. */
  readonly position: number;
  /** Type of the event. */
  readonly type: "gatehouse.request.submitted" | "gatehouse.request.held" | "gatehouse.request.scheduled" | "gatehouse.request.performing" | "gatehouse.request.completed" | "gatehouse.request.denied" | "gatehouse.request.cancelled" | "gatehouse.request.expired" | "gatehouse.phase.opened" | "gatehouse.phase.approved" | "gatehouse.phase.denied" | "gatehouse.authorizer.reminded" | "gatehouse.decision.overridden" | "gatehouse.decision.unapproved" | "gatehouse.decision.voided" | "gatehouse.request.sentBack" | "gatehouse.request.resubmitted" | "gatehouse.request.edited" | "gatehouse.request.asked" | "gatehouse.request.answered" | "gatehouse.request.commented" | "gatehouse.authorizer.escalated" | "gatehouse.delegation.asked" | "gatehouse.delegation.changed" | "gatehouse.decision.made" | "gatehouse.operation.ended" | "gatehouse.account.created" | "gatehouse.account.ownerChanged" | "gatehouse.account.changed" | "gatehouse.account.removed" | "gatehouse.group.created" | "gatehouse.group.changed" | "gatehouse.group.removed" | "gatehouse.membership.added" | "gatehouse.membership.removed" | "gatehouse.user.created" | "gatehouse.user.locked" | "gatehouse.user.unlocked" | "gatehouse.user.disabled" | "gatehouse.user.enabled" | "gatehouse.user.changed" | "gatehouse.user.moved" | "gatehouse.user.leavingStepDone" | "gatehouse.user.removed" | "gatehouse.targetSystem.created" | "gatehouse.targetSystem.changed" | "gatehouse.targetSystem.removed" | "gatehouse.policy.changed" | "gatehouse.managedAccount.conflict" | "gatehouse.managedAccount.randomized" | "gatehouse.checkout.emergency" | "gatehouse.checkout.asked" | "gatehouse.checkout.out" | "gatehouse.checkout.ended" | "gatehouse.checkout.changed" | "gatehouse.checkout.reviewed" | "gatehouse.disclosure.used" | "gatehouse.vaultRun.ended" | "gatehouse.webhook.disabled";
  /** Event, as a CloudEvent. */
  readonly event: CloudEvent;
  /** State of the delivery: waiting, delivered or failed. */
  readonly state: "waiting" | "delivered" | "dead";
  /** Number of attempts. */
  readonly tries: number;
  /** Time of the next attempt. */
  readonly nextTryAt: string;
  /** Status code of the last response; null if there was none. */
  readonly lastStatus: number | null;
  /** Error of the last attempt; null if it did not fail. */
  readonly lastError: string | null;
  /** Time of creation. */
  readonly createdAt: string;
  /** Time at which the delivery succeeded or failed; null if it is waiting. */
  readonly endedAt: string | null;
  /** The door by which it was changed last. */
  readonly lastUpdatedModule: string;
  /** The node on which it was changed last. */
  readonly lastUpdatedNode: string;
}

export interface CatalogueFormField {
  /** Name of the value in a request: must be a letter, followed by up to 39 letters, digits or _. */
  readonly name: string;
  /** Type of the value: text, number, date (such as 2030-01-31), choice or flag. */
  readonly type: "text" | "number" | "date" | "choice" | "flag";
  /** Label of the field. */
  readonly label: string;
  /** German label; null to show the other one. */
  readonly germanLabel: string | null;
  /** Help text under the field; null for none. */
  readonly help: string | null;
  /** German help text; null to show the other one. */
  readonly germanHelp: string | null;
  /** True if a request needs a value; null in input for false. */
  readonly required: boolean | null;
  /** Choices of a field of the type choice, in order; empty for other types. */
  readonly choices: readonly string[];
  /** Regular expression that a part of a text must match, such as ^[0-9]{4}$; null for none. */
  readonly pattern: string | null;
  /** Value of a request that names none, as a text; null for none. */
  readonly defaultValue: string | null;
}

export interface PersonName {
  /** Key of the user. */
  readonly key: string;
  /** Name for signing in, case-sensitive; two users differ in more than the case and width of its letters. */
  readonly id: string;
  /** Name that people are shown; null if none. */
  readonly displayName: string | null;
}

export interface CatalogueField {
  /** Name of the attribute on the target system. */
  readonly attribute: string;
  /** Type of the objects that have the attribute. */
  readonly discoveredObjectType: "user" | "group" | "computer" | "ou" | "subscriber";
  /** Type of the values; string by default. */
  readonly type: "string" | "number" | "boolean" | "dateTime";
  /** Minimum number of values; 0 by default. */
  readonly minValues: number;
  /** Maximum number of values; 1 by default. */
  readonly maxValues: number;
  /** Regular expression that each value must match; null for any value. */
  readonly valueRegex: string | null;
  /** True if the value comes from the recipient's profile when an object is created, and is not asked for. */
  readonly fromProfile: boolean;
}

export interface CataloguePhase {
  /** Number of the phase; phases run one after another. */
  readonly sequence: number;
  /** Authorizers of the phase. */
  readonly authorizers: readonly CatalogueAuthorizer[];
  /** The same in words for people; conditions are not told. */
  readonly words: string;
}

export interface CatalogueAuthorizer {
  /** Kind of the authorizers. */
  readonly kind: "person" | "userClass" | "everybody" | "manager" | "groupOwners" | "plugin" | "requester" | "recipient";
  /** User who is the authorizer; null if there is none, or if the caller may not read it. */
  readonly person: PersonName | null;
  /** Levels of management above the recipient; null if the authorizer is no manager. */
  readonly managerLevels: number | null;
  /** User class of the authorizers; null if there is none, or if the caller may not read it. */
  readonly userClass: string | null;
  /** True if one denial by these authorizers denies the request; false by default. */
  readonly veto: boolean;
  /** True if these authorizers must decide; false by default. */
  readonly inputRequired: boolean;
}

export interface TemplateOperation {
  /** Code of the operation, such as ACUA (create account). */
  readonly code: "ACUA" | "DELU" | "DNAU" | "ENAU" | "GRUA" | "GRUD" | "CRTG" | "DELG" | "GROA" | "GROD" | "UPDA" | "UPDG" | "UNLK";
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the group; null if the operation is about none. */
  readonly groupKey: string | null;
  /** Account of the recipient: own for the one that they have, created for the one that the template creates, ownOrCreated for the one that they have and otherwise the created one; null for the usual one of the code. */
  readonly account: "own" | "created" | "ownOrCreated" | null;
  /** Attributes of the operation, whose texts may hold placeholders; null if none. */
  readonly attributes: TargetAttributes | null;
  /** Values of the form of the item, whose texts may hold placeholders; null if none. */
  readonly form: FormValues | null;
  /** Time at which the access ends; null if it has no such end. */
  readonly until: string | null;
  /** Hours for which it gives access; null if it has no such end. */
  readonly forHours: number | null;
}

export interface TargetAttributes {
  readonly [name: string]: unknown;
}

export interface FormValues {
  readonly [name: string]: unknown;
}

export interface AuthorizationPhase {
  /** Number of the phase; phases run one after another. */
  readonly sequence: number;
  /** Number of approvals that the phase needs; 1 by default. A rule takes precedence. */
  readonly minApprovals: number;
  /** Number of denials that deny the request; 1 by default. A rule takes precedence. */
  readonly maxDenials: number;
  /** Rule that approves or denies the phase, see docs/phase-rules.md; null in input if the properties beside it apply. A read returns the rule that they amount to. */
  readonly rule: string | null;
  /** Decisions that need a reason: never, approvals, denials, or both; never by default. */
  readonly reasonRequired: "never" | "approval" | "denial" | "both";
  /** True if authorizers may edit the operations before they decide; false by default. */
  readonly mayEdit: boolean;
  /** Authorizers, if no rule is given. */
  readonly authorizers: readonly Authorizer[];
}

export interface Authorizer {
  /** Key of the authorizer; null if another property names the authorizers. */
  readonly userKey: string | null;
  /** User class whose members are authorizers; null if another property names the authorizers. */
  readonly userClass: string | null;
  /** Levels of management above the recipient at which the authorizer is; null if another property names the authorizers. */
  readonly managerLevels: number | null;
  /** True if the owners of the group are authorizers; false by default. */
  readonly groupOwners: boolean;
  /** Plug-in of the kind authorizers that names the authorizers; null if another property names them. */
  readonly plugin: string | null;
  /** True if one denial by these authorizers denies the request; false by default. */
  readonly veto: boolean;
  /** True if these authorizers must decide; false by default. */
  readonly inputRequired: boolean;
}

export interface TaskImplementer {
  /** The person. */
  readonly userKey: string;
  /** The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for. */
  readonly via: readonly string[];
  /** True if one denial by this authorizer denies the request. */
  readonly veto: boolean;
  /** True if this authorizer must decide. */
  readonly inputRequired: boolean;
  /** Time at which the authorizer joined the phase; null for its opening. */
  readonly askedAt: string | null;
  /** Time of the last reminder; null if none. */
  readonly remindedAt: string | null;
  /** Time of the escalation, because the authorizer had not decided; null if none. */
  readonly escalatedAt: string | null;
  /** Time at which the implementer declined the task; null if they have not. */
  readonly declinedAt: string | null;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
}

export interface OperationError {
  /** Kind of the error. */
  readonly code: string;
  /** Message of the target system; null if none. */
  readonly message: string | null;
  /** Error code of the target system; null if none. */
  readonly targetCode: string | null;
}

export interface PhaseAuthorizer {
  /** The person. */
  readonly userKey: string;
  /** The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for. */
  readonly via: readonly string[];
  /** True if one denial by this authorizer denies the request. */
  readonly veto: boolean;
  /** True if this authorizer must decide. */
  readonly inputRequired: boolean;
  /** Time at which the authorizer joined the phase; null for its opening. */
  readonly askedAt: string | null;
  /** Time of the last reminder; null if none. */
  readonly remindedAt: string | null;
  /** Time of the escalation, because the authorizer had not decided; null if none. */
  readonly escalatedAt: string | null;
  /** Time at which the implementer declined the task; null if they have not. */
  readonly declinedAt: string | null;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
}

export interface EventFacts {
  readonly [name: string]: unknown;
}

export interface RoleDraft {
  /** Number of the version; a change ignores it. */
  readonly number: number | null;
  /** Reason of the version; null if none was given. */
  readonly comment: string | null;
  /** Display name: what the role is for, in words. */
  readonly description: string | null;
  /** Users whom the role is for, as a $filter on users; null for members by name and by request alone. */
  readonly condition: string | null;
  /** Way to resolve access in the role that no role of its holder gives. */
  readonly surplus: "none" | "remove" | "exception" | "request";
  /** Way to resolve access that a member lacks. */
  readonly deficit: "none" | "add" | "exception" | "removal";
  /** True if the approval phases also decide about people whom the condition chooses. */
  readonly asksPhases: boolean;
  /** Things that the role gives. */
  readonly entitlements: readonly NamedEntitlement[];
}

export interface NamedEntitlement {
  /** Kind of the entitlement: account, membership (in a group) or role. */
  readonly kind: "account" | "membership" | "role";
  /** Key of the target system of an account; null for other kinds. */
  readonly targetSystemKey: string | null;
  /** Key of the group; null unless it is a membership. */
  readonly groupKey: string | null;
  /** Key of the role within the role; null unless it is one. */
  readonly roleKey: string | null;
  /** Attributes of a new account, whose texts may hold {profile.name}; null if none. */
  readonly attributes: TargetAttributes | null;
}

export interface RoleContent {
  /** Display name: what the role is for, in words. */
  readonly description: string | null;
  /** Users whom the role is for, as a $filter on users; null for members by name and by request alone. */
  readonly condition: string | null;
  /** Way to resolve access in the role that no role of its holder gives. */
  readonly surplus: "none" | "remove" | "exception" | "request";
  /** Way to resolve access that a member lacks. */
  readonly deficit: "none" | "add" | "exception" | "removal";
  /** True if the approval phases also decide about people whom the condition chooses. */
  readonly asksPhases: boolean;
  /** Things that the role gives. */
  readonly entitlements: readonly NamedEntitlement[];
}

export interface Implementer {
  /** Key of the implementer; null if another property names the implementers. */
  readonly userKey: string | null;
  /** User class whose members are implementers; null if another property names the implementers. */
  readonly userClass: string | null;
  /** Plug-in of the kind implementers that names the implementers; null if another property names them. */
  readonly plugin: string | null;
}

export interface AttributeData {
  /** The value as a text. */
  readonly value: string;
}

export interface TargetSystemAddress {
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
  /** Action on a password that breaks the rule: refuse it, warn, or none. */
  readonly mode: "required" | "warning" | "disabled";
  /** Message for passwords that break the rule; null for the default message. */
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
  /** Words of your own that it must not contain, in whatever spelling. */
  readonly notOwnWords: TextPasswordRule;
  /** It must not be in the list of breached passwords. */
  readonly notBreached: TextPasswordRule;
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
  /** The plug-in of the kind `passwordRule` that judges it. */
  readonly plugin: TextPasswordRule;
}

export interface SodPart {
  /** Items of the part. */
  readonly items: readonly SodItem[];
}

export interface SodItem {
  /** Type of the item: targetSystem (an account there), managedGroup (a membership) or role. */
  readonly itemType: "targetSystem" | "managedGroup" | "role";
  /** Id of the target system, or key of the group or role. */
  readonly itemKey: string;
}

export interface ViolatingItem {
  /** Number of the part, from 1. */
  readonly part: number;
  /** Type of the item: targetSystem (an account there), managedGroup (a membership) or role. */
  readonly itemType: "targetSystem" | "managedGroup" | "role";
  /** Id of the target system, or key of the group or role. */
  readonly itemKey: string;
}

export interface NoticeFacts {
  readonly [name: string]: unknown;
}

export interface PasswordWarning {
  /** The rule that the password breaks. */
  readonly rule: string;
  /** Requirement of the rule. */
  readonly message: string;
}

export interface DiscoveryProgress {
  /** Status of the operation. */
  readonly phase: "queued" | "listing" | "confirming" | "loading" | "associating" | "ended";
  /** Trigger of the discovery. */
  readonly trigger: "user" | "schedule" | "psupdate";
  /** Mode of the discovery: all objects, or changes since the last one. */
  readonly mode: "full" | "changes";
  /** Number of objects that the target system has listed. */
  readonly listed: number;
  /** Number of memberships that the target system has listed; null if none were requested. */
  readonly listedMemberships: number | null;
  /** Number of received chunks of the listing. */
  readonly chunks: number;
  /** Number of known objects that the listing does not contain. */
  readonly removals: number;
  /** Number of objects known before. */
  readonly known: number;
  /** Number of users that no source of profiles would contain; null if the target system is no source. */
  readonly leavers: number | null;
  /** Number of enabled users from sources of profiles; null if the target system is no source. */
  readonly knownPeople: number | null;
  /** Losses that an operator must confirm, or has confirmed, before the listing is loaded; empty if no confirmation is needed. */
  readonly losses: readonly DiscoveryLoss[];
  /** Decision of an operator; null if none. */
  readonly decision: "confirm" | "abort" | null;
  /** Numbers of rows that the discovery has added, changed and removed. */
  readonly loaded: LoadCounts;
  /** Number of groups that became managed, so that they can be requested; null if nothing is loaded yet, or they were not counted. */
  readonly managedGroups: number | null;
  /** Number of accounts that got an owner. */
  readonly associated: number;
  /** Changes of users; null if there are none yet, or the target system is no source of profiles. */
  readonly people: PeopleCounts | null;
  /** Changes of group owners; null if there are none yet. */
  readonly owners: OwnerCounts | null;
  /** Results of the import rules; null if they have not run. */
  readonly imported: ImportCounts | null;
  /** Parts of the listing that were skipped, with the reasons; their known objects are kept. */
  readonly leftOut: readonly string[];
  /** Warnings of the discovery. */
  readonly warnings: readonly string[];
}

export interface DiscoveryLoss {
  /** Kind of the loss: objects (accounts and groups), members of one group, or users that would be disabled. */
  readonly of: "objects" | "accounts" | "groups" | "memberships" | "members" | "people";
  /** Number that would be removed or disabled. */
  readonly gone: number;
  /** Number before the discovery. */
  readonly known: number;
  /** The name of the group that would have no members; null of everything else. */
  readonly group: string | null;
}

export interface LoadCounts {
  /** Number of added objects. */
  readonly added: number;
  /** Number of changed objects. */
  readonly changed: number;
  /** Number of removed objects. */
  readonly removed: number;
  /** Number of added or removed memberships. */
  readonly memberships: number;
}

export interface PeopleCounts {
  /** Number of added users. */
  readonly added: number;
  /** Number of users with another name, manager or attribute. */
  readonly changed: number;
  /** Number of users that are enabled again, after a source had disabled them. */
  readonly enabled: number;
  /** Number of users that were disabled because no source contains them. */
  readonly disabled: number;
  /** Problems with data of the source. */
  readonly problems: readonly string[];
}

export interface OwnerCounts {
  /** Number of group owners added according to the target system. */
  readonly added: number;
  /** Number of group owners removed according to the target system. */
  readonly removed: number;
  /** Problems with data of the target system. */
  readonly problems: readonly string[];
}

export interface ImportCounts {
  /** Number of objects added to a policy. */
  readonly bound: number;
  /** Number of objects removed from their policy. */
  readonly unbound: number;
  /** Number of objects that are no longer managed. */
  readonly deleted: number;
}

export interface DiscoveredObject {
  /** Change of the object. */
  readonly change: "added" | "changed" | "removed";
  /** Type of the object. */
  readonly type: "group" | "account";
  /** Name of the object on the target system. */
  readonly name: string;
}

export interface TestedServer {
  /** The product, as the server names it. */
  readonly product: string;
  /** Version of the server; null if not reported. */
  readonly version: string | null;
  /** Capabilities of the connector on the target system. */
  readonly capabilities: readonly string[];
  /** The version of the connector. */
  readonly connectorVersion: string;
  /** Milliseconds that the server took to answer. */
  readonly latencyMs: number;
  /** Milliseconds by which the clock of the server is ahead of the proxy; null if not reported. */
  readonly clockSkewMs: number | null;
}

export interface ChosenOnTarget {
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Number of accounts that are reset. */
  readonly accounts: number;
  /** Number of those among them that the vault randomizes. */
  readonly managed: number;
}

export interface SkippedAccounts {
  /** Reason for which they are skipped. */
  readonly because: "noOwner" | "targetDisabled" | "targetUnable" | "blocked" | "above" | "forbidden" | "cannotExpire" | "noMail" | "newMail" | "noFactor" | "own" | "self" | "superuser" | "privileged" | "alreadySo";
  /** Number of accounts. */
  readonly accounts: number;
}

export interface AnalysisInput {
  /** ID of the user class of classCondition; null for a new class. */
  readonly userClassId: string | null;
  /** Condition of classCondition, as a $filter on users. */
  readonly condition: string | null;
  /** Type of the resource whose phases phaseSet simulates. */
  readonly resourceType: "targetSystem" | "managedGroup" | "managedSystemPolicy" | "template" | null;
  /** ID or key of that resource. */
  readonly resourceKey: string | null;
  /** Approval phases of phaseSet. */
  readonly phases: readonly AuthorizationPhase[];
  /** Number of the latest requests that phaseSet simulates; null for 100. */
  readonly last: number | null;
  /** Target system of mandatoryTarget. */
  readonly targetSystemKey: string | null;
  /** False of mandatoryTarget if accounts on the target system are no longer mandatory; null for true. */
  readonly mandatory: boolean | null;
  /** Key of the role of roleVersion and enforcement. */
  readonly roleKey: string | null;
  /** Number of the version of roleVersion; null for the draft. */
  readonly number: number | null;
  /** Way of surpluses of enforcement; null for the present one. */
  readonly surplus: "none" | "remove" | "exception" | "request" | null;
  /** Way of deficits of enforcement; null for the present one. */
  readonly deficit: "none" | "add" | "exception" | "removal" | null;
  /** True of enforcement if the phases of the role also decide; null for as now. */
  readonly asksPhases: boolean | null;
  /** Key of the rule of sodRule that would change; null for a new rule. */
  readonly ruleKey: string | null;
  /** Parts of sodRule; null for the present ones. */
  readonly parts: readonly SodPart[];
  /** Number of parts that violate the rule of sodRule; null for the present one, or 2. */
  readonly atLeast: number | null;
  /** Attribute of users within whose values roleMining searches, such as department; null for all users. */
  readonly attribute: string | null;
  /** Number of roles that roleMining suggests at most; null for 20. */
  readonly rolesMax: number | null;
  /** Fewest people of a suggested role; null for 5. */
  readonly peopleMin: number | null;
  /** Fewest entitlements of a suggested role; null for 2. */
  readonly entitlementsMin: number | null;
  /** Share of the entitlements of a suggested role that its people may lack, in percent up to 50; null for none. */
  readonly tolerancePercent: number | null;
}

export interface AnalysisSummary {
  /** Rows by the codes of their operations. */
  readonly operations: readonly CountedRows[];
  /** Number of simulated requests; null for other kinds. */
  readonly looked: number | null;
  /** Number of requests that cannot be simulated, because their ledger is incomplete; null for other kinds. */
  readonly untold: number | null;
  /** Number of suggested roles; null for other kinds. */
  readonly suggestions: number | null;
  /** Number of grants that were looked at; null for other kinds. */
  readonly grants: number | null;
  /** Number of different sets of access that people have; null for other kinds. */
  readonly patterns: number | null;
  /** True if no other roles would replace more grants, one after the other; false if the search was cut short; null for other kinds. */
  readonly isExact: boolean | null;
}

export interface CountedRows {
  /** Code of the operation. */
  readonly operation: string;
  /** Number of rows with the code. */
  readonly rows: number;
  /** Number of different people in these rows. */
  readonly people: number;
}

export interface SuggestedEntitlement {
  /** Kind of the access: account or membership. */
  readonly kind: "account" | "membership";
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the group; null for an account. */
  readonly groupKey: string | null;
}

export interface AuditedChanges {
  readonly [name: string]: unknown;
}

export interface PolicyField {
  /** Name of the field after `resource.`. */
  readonly name: string;
  /** Type of the field: a string, a number, a bool, or a list of texts. */
  readonly type: string;
}

export interface ChainOfSteps {
  /** Name of the chain; if absent, the name under which it is saved. */
  readonly name: string;
  /** Description of the chain. */
  readonly description: string;
  /** Purpose of the chain. */
  readonly purpose: "signIn" | "forgotPassword" | "identify";
  /** Position among the chains that match, of which the lowest is used. */
  readonly position: number;
  /** Conditions of the chain, which must all match. */
  readonly selectors: readonly ChainSelector[];
  /** The name of its first step. */
  readonly first: string;
  /** Steps by name: component, configuration, and the target of each outcome: a step, ALLOW or DENY. */
  readonly steps: ChainSteps;
}

export interface ChainSelector {
  /** A fact of the sign-in, such as ip. */
  readonly expression: string;
  /** Comparison of the fact. */
  readonly match: "set" | "notset" | "equal" | "notequal";
  /** Value for equal and notequal; other comparisons have none. */
  readonly value: string | null;
}

export interface ChainSteps {
  readonly [name: string]: unknown;
}

export interface AuthChainFault {
  /** Place in the chain, such as steps.password.outcomes.failed. */
  readonly place: string;
  /** The rule, and the way out. */
  readonly message: string;
}

export interface Removals {
  /** Kind of what access is removed from, or of the role that is. */
  readonly of: "targetSystem" | "group" | "role";
  /** Key of the target system, the group or the role. */
  readonly key: string;
  /** Number of accesses or members that would be removed, with small removals shortly before. */
  readonly gone: number;
  /** Number of accesses or members that there are, or were before those. */
  readonly known: number;
}

export interface Difference {
  /** Kind: member (a role that the person lacks or has without reason), stale (an open request that no longer applies), deficit or surplus (of access). */
  readonly kind: "member" | "stale" | "deficit" | "surplus";
  /** Way in which it is resolved: add, remove, cancel (the request), exception, request (the role), removal (of the role) or none. */
  readonly resolution: "add" | "remove" | "cancel" | "exception" | "request" | "removal" | "none";
  /** Key of the role; null for an account that a target system asks of everybody. */
  readonly roleKey: string | null;
  /** Access that is missing or too much; null for a role. */
  readonly thing: DifferentAccess | null;
  /** Key of the account that has the surplus; null for other differences. */
  readonly accountKey: string | null;
  /** Key of the open request that no longer applies; null for other differences. */
  readonly requestKey: string | null;
}

export interface DifferentAccess {
  /** Kind of the access. */
  readonly access: "account" | "membership";
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the group; null for an account. */
  readonly groupKey: string | null;
}

export interface ReportedConnector {
  /** Id. */
  readonly id: string;
  /** Version. */
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
  /** Kind of the problem. */
  readonly problem: "notLoadable" | "noConnector" | "otherSdk" | "invalidDefinition" | "invalidAddressSchema" | "duplicateId";
  /** Problem and its solution. */
  readonly message: string;
}

export interface CloudEvent {
  readonly [name: string]: unknown;
}

export interface CatalogueChanges {
  /** True if the details were saved. */
  readonly written: boolean;
  /** Number of the items that the file or the condition names. */
  readonly selected: number;
  /** Number of the items whose details change. */
  readonly changed: number;
  /** The first 100 changes. */
  readonly changes: readonly CatalogueChange[];
  /** Errors in lines of the file; nothing is saved if there is one. */
  readonly faults: readonly CatalogueRowFault[];
}

export interface CatalogueChange {
  /** Id of the target system, or key of the group, the template or the role, that can be requested. */
  readonly key: string;
  /** Type of the item: targetSystem, managedGroup, template or role. Later versions may add types. */
  readonly resourceType: string;
  /** Key of the target system; null for a template or a role, which may be about several. */
  readonly targetSystemKey: string | null;
  /** Id of the target system, name of the group on its target system, or name of the template or of the role. */
  readonly name: string;
  /** Names of the changed details. */
  readonly changed: readonly string[];
  /** Details before the change. */
  readonly before: CatalogueDetails;
  /** Details after the change. */
  readonly after: CatalogueDetails;
}

export interface CatalogueDetails {
  /** Key of the user who answers for the item; null if there is none. */
  readonly ownerKey: string | null;
  /** Risk of the item, from 0 (none) to 100 (highest); null if it was not assessed. */
  readonly risk: number | null;
  /** Tags of the item in their order: at most 20, each of letters, digits and the signs . _ - with at most 40 characters. */
  readonly tags: readonly string[];
  /** Longest time in hours for which a person can have the item; null if there is no limit. */
  readonly longestHours: number | null;
  /** Fields of the form, in order. */
  readonly formFields: readonly CatalogueFormField[];
}

export interface CatalogueRowFault {
  /** The line of the file. */
  readonly line: number;
  /** Column of the error; null for the whole line. */
  readonly column: string | null;
  /** The rule, and the way out. */
  readonly message: string;
}

export interface RecipientStanding {
  /** Key of the recipient. */
  readonly recipientKey: string;
  /** Items in the order of their keys, without those that the caller may not see. */
  readonly items: readonly CatalogueItemStanding[];
}

export interface CatalogueItemStanding {
  /** Id of the target system, or key of the group, the template or the role, that can be requested. */
  readonly key: string;
  /** Possession of the item: yes for an account on the target system or a direct membership, indirectly for a membership by a nested group, unknown if the target system does not show all members. */
  readonly held: "no" | "yes" | "indirectly" | "unknown";
  /** Key of the oldest open request that gives the item to the recipient; null if there is none. */
  readonly requestKey: string | null;
  /** Number of that request; null if there is none. */
  readonly requestNumber: string | null;
}

export interface AuthorizedTemplate {
  /** Key of the template. */
  readonly key: string;
  /** Number of approval phases of the template itself. */
  readonly phases: number;
}

export interface SubmittedBatch {
  /** Key of the batch. */
  readonly key: string;
  /** Key of the template. */
  readonly templateKey: string;
  /** Number of recipients. */
  readonly recipients: number;
  /** Number of recipients whose request is not submitted yet. */
  readonly waiting: number;
}

export interface TriedTemplate {
  /** Recipients in the order of the call. */
  readonly recipients: readonly TriedRecipient[];
}

export interface TriedRecipient {
  /** Key of the recipient. */
  readonly recipientKey: string;
  /** Operations of the request; empty if it would be refused. */
  readonly operations: readonly TriedOperation[];
  /** Number of approval phases of the request. */
  readonly phases: number;
  /** Code of the refusal; null if the request would be accepted. */
  readonly errorCode: string | null;
  /** Words of the refusal; null if the request would be accepted. */
  readonly errorMessage: string | null;
}

export interface TriedOperation {
  /** Code of the operation, such as ACUA (create account). */
  readonly code: "ACUA" | "DELU" | "DNAU" | "ENAU" | "GRUA" | "GRUD" | "CRTG" | "DELG" | "GROA" | "GROD" | "UPDA" | "UPDG" | "UNLK";
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the group; null if the operation is about none. */
  readonly groupKey: string | null;
  /** Key of the account; null if there is none yet, or none is needed. */
  readonly accountKey: string | null;
  /** Attributes of the operation; null if none. */
  readonly attributes: TargetAttributes | null;
  /** Values of the form of the item; null if none. */
  readonly form: FormValues | null;
  /** Time at which the access ends; null if it has no such end. */
  readonly until: string | null;
  /** Hours for which it gives access; null if it has no such end. */
  readonly forHours: number | null;
}

export interface Expectation {
  /** Key of the recipient; null for any. */
  readonly recipient: string | null;
  /** All operations of the request, in order or each with its sequence; absent for any. */
  readonly operations: readonly ExpectedOperation[];
}

export interface ExpectedOperation {
  /** Position in the request, from 1; null for the position in the list. */
  readonly sequence: number | null;
  /** Code of the operation. */
  readonly code: string;
  /** Key of the target system; null for any. */
  readonly targetSystemKey: string | null;
  /** Key of the account; null if none. */
  readonly accountKey: string | null;
  /** Key of the group; null if none. */
  readonly groupKey: string | null;
  /** Key of the role; null if none. */
  readonly roleKey: string | null;
  /** Key of the rule of separation of duties; null if none. */
  readonly sodRuleKey: string | null;
  /** Compensating control; null if none. */
  readonly control: string | null;
  /** Attributes of the operation; null if none. */
  readonly attributes: TargetAttributes | null;
  /** Time at which the access ends; null if it has no such end. */
  readonly until: string | null;
  /** Hours for which it gives access; null if it has no such end. */
  readonly forHours: number | null;
  /** Values of the form of the operation; null if none. */
  readonly form: FormValues | null;
}

export interface OperationChange {
  /** The number of the operation. */
  readonly sequence: number;
  /** Key of the account; null for the one that the request creates; unchanged if absent. */
  readonly accountKey: string | null;
  /** Attributes that replace all current ones; null for none; unchanged if absent. */
  readonly attributes: TargetAttributes | null;
  /** New time at which the access ends; the end stays if neither is named. */
  readonly until: string | null;
  /** New number of hours of the access; the end stays if neither is named. */
  readonly forHours: number | null;
  /** Values of the form that replace all current ones; null for none; unchanged if absent. */
  readonly form: FormValues | null;
}

export interface RecordedDecision {
  /** The request. */
  readonly requestKey: string;
  /** The number of the phase. */
  readonly phase: number;
  /** Decision that was recorded. */
  readonly decision: string;
  /** The numbers of the operations that it is about. */
  readonly operations: readonly number[];
  /** Node of the request, to which the decision was sent and which has not taken it yet; null if it counts. */
  readonly sentTo: string | null;
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
  /** Key of the new authorizer. */
  readonly userKey: string;
}

export interface ResolvedHold {
  /** The request. */
  readonly key: string;
  /** Decision that was recorded. */
  readonly decision: string;
  /** New status of the request. */
  readonly status: string;
}

export interface AnsweredTask {
  /** The request. */
  readonly requestKey: string;
  /** Number of the operation. */
  readonly operation: number;
  /** New state of the task. */
  readonly task: "calculating" | "offered" | "accepted" | "unassigned" | "unconfirmed" | "closed" | null;
}

export interface TaskPassword {
  /** The request. */
  readonly requestKey: string;
  /** Number of the operation. */
  readonly operation: number;
  /** Password for the new account. It is not stored. */
  readonly password: string;
}

export interface EditedRequest {
  /** The request. */
  readonly key: string;
  /** The numbers of the operations that are not as they were. */
  readonly changed: readonly number[];
  /** Number of decisions that became void. */
  readonly voided: number;
}

export interface CancelledRequest {
  /** The request. */
  readonly key: string;
  /** New status of the request. */
  readonly status: string;
}

export interface RequestExplanation {
  /** Status of the request as a letter. */
  readonly status: string;
  /** Status of the request in words. */
  readonly statusText: string;
  /** True if the request is closed. */
  readonly final: boolean;
  /** The people who must act. */
  readonly waitsFor: readonly ExplainedAuthorizer[];
  /** Open phase, or the phase that ended the request; null if none. */
  readonly phase: ExplainedPhase | null;
  /** Open questions to the requester. */
  readonly questions: readonly OpenQuestion[];
  /** Opened phases according to the ledger: rule, authorizers and decisions. */
  readonly phases: readonly ToldPhase[];
  /** End of the request according to its ledger; null if it has not ended. */
  readonly end: ToldEnd | null;
  /** State of the ledger; the phases of a changed or missing ledger are not returned. */
  readonly ledger: "whole" | "changed" | "none";
  /** Operations of the request, with the conditions that they wait for. */
  readonly operations: readonly ExplainedOperation[];
  /** Time of the next reminder; null if none. */
  readonly nextReminderAt: string | null;
  /** Time of the escalation; null if none. */
  readonly escalatesAt: string | null;
  /** Time at which the request was sent back; null if it was not. */
  readonly sentBackAt: string | null;
  /** Time at which the request is carried out; null for as soon as it is approved. */
  readonly startsAt: string | null;
  /** Time at which the request expires if it is not decided; null if it no longer can. */
  readonly expiresAt: string | null;
  /** Next step of the request. */
  readonly next: string;
  /** Node that performs the request; null if there is one node only. */
  readonly homeNode: string | null;
  /** Decisions that were made at other nodes and do not count at the home node of the request. */
  readonly sentDecisions: readonly SentDecision[];
}

export interface ExplainedAuthorizer {
  /** The person. */
  readonly userKey: string;
  /** The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for. */
  readonly via: readonly string[];
  /** True if one denial by this authorizer denies the request. */
  readonly veto: boolean;
  /** True if this authorizer must decide. */
  readonly inputRequired: boolean;
  /** Time at which the authorizer joined the phase; null for its opening. */
  readonly askedAt: string | null;
  /** Time of the last reminder; null if none. */
  readonly remindedAt: string | null;
  /** Time of the escalation, because the authorizer had not decided; null if none. */
  readonly escalatedAt: string | null;
  /** Time at which the implementer declined the task; null if they have not. */
  readonly declinedAt: string | null;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** Time since which the authorizer is waited for. */
  readonly since: string;
}

export interface ExplainedPhase {
  /** The number of the phase. */
  readonly sequence: number;
  /** State of the phase: waiting, open or closed. */
  readonly state: string;
  /** Outcome of the decisions so far. */
  readonly outcome: "approved" | "denied" | "open";
  /** The number of the rule by which it is so. */
  readonly rule: number;
  /** The rule in words. */
  readonly ruleText: string;
  /** Number of approvals. */
  readonly approvals: number;
  /** Number of missing approvals. */
  readonly approvalsMissing: number;
  /** Number of denials. */
  readonly denials: number;
  /** The rule with which it opened, as docs/phase-rules.md explains it. */
  readonly authorizationRule: string;
  /** Needs of the rule that are open. */
  readonly needs: readonly ExplainedNeed[];
  /** Decisions of the phase. */
  readonly decisions: readonly ExplainedDecision[];
}

export interface ExplainedNeed {
  /** The part of the rule that is open. */
  readonly part: string;
  /** Number of missing approvals; null if decisions are needed, whether approvals or denials. */
  readonly approvals: number | null;
  /** Keys of the authorizers who can give them. */
  readonly userKeys: readonly string[];
}

export interface ExplainedDecision {
  /** Key of the user who decided. */
  readonly userKey: string;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** Decision: approve, deny or abstain. */
  readonly decision: string;
  /** Reason given with the decision; null if none. */
  readonly comment: string | null;
  /** Time of the decision. */
  readonly decidedAt: string;
  /** Keys of the operations that were decided; null for all of the request. */
  readonly operationKeys: readonly string[];
  /** True if a superuser overrode the authorizers. */
  readonly override: boolean;
  /** Time from which the decision is void; null if it counts. */
  readonly voidedAt: string | null;
  /** Reason why the decision is void: unapproved if its author withdrew it, edited if one of its operations was changed; null if it counts. */
  readonly voidedBecause: "unapproved" | "edited" | null;
}

export interface OpenQuestion {
  /** Key of the comment. */
  readonly key: string;
  /** Key of the author. */
  readonly userKey: string;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** Text of the comment. */
  readonly text: string;
  /** Time of the comment. */
  readonly writtenAt: string;
}

export interface ToldPhase {
  /** The number of the phase. */
  readonly sequence: number;
  /** Key of the target system of the phase; null if none. */
  readonly targetSystemKey: string | null;
  /** Time at which the phase opened. */
  readonly openedAt: string;
  /** Key of the phase in the definition of the target system; null if none. */
  readonly ruleKey: string | null;
  /** The version that this one had then. */
  readonly ruleVersion: number | null;
  /** The rule with which it opened, as docs/phase-rules.md explains it. */
  readonly rule: string;
  /** The conditions of the rule; what they left of it is the rule above. */
  readonly conditions: readonly AskedCondition[];
  /** Decisions of other phases that count in the phase. */
  readonly carried: readonly CarriedAnswer[];
  /** Outcome of the decisions. */
  readonly outcome: "approved" | "denied" | "open";
  /** Authorizers of the phase, and the rule that selected each. */
  readonly people: readonly ToldPerson[];
  /** Valid decisions of the phase. */
  readonly decisions: readonly ToldDecision[];
}

export interface AskedCondition {
  /** A condition of the rule, as it is written. */
  readonly condition: string;
  /** True if the condition was met when the phase opened. */
  readonly isMet: boolean;
}

export interface CarriedAnswer {
  /** Key of the user who decided. */
  readonly userKey: string;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** Decision: approve, deny or abstain. */
  readonly decision: string;
  /** Number of the phase of the decision; null if it was given with the request. */
  readonly phase: number | null;
}

export interface ToldPerson {
  /** The person. */
  readonly userKey: string;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** The people of the rule that led to this person, such as class('IT') or manager; or delegation: or escalation: with the key of whom they stand in for. */
  readonly via: readonly string[];
  /** True if one denial by this authorizer denies the request. */
  readonly veto: boolean;
  /** True if this authorizer must decide. */
  readonly inputRequired: boolean;
}

export interface ToldDecision {
  /** Key of the user who decided. */
  readonly userKey: string;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** Decision: approve, deny or abstain. */
  readonly decision: string;
  /** Time of the decision. */
  readonly decidedAt: string;
  /** Reason given with the decision; null if none. */
  readonly comment: string | null;
  /** True if a superuser overrode the authorizers. */
  readonly override: boolean;
}

export interface ToldEnd {
  /** The status in which it ended, as a letter. */
  readonly status: string;
  /** Time of the end. */
  readonly at: string;
  /** Key of the user who ended the request; null if it ended by its decisions and operations. */
  readonly userKey: string | null;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** Reason for the end. */
  readonly because: string;
}

export interface ExplainedOperation {
  /** The number of the operation. */
  readonly sequence: number;
  /** Code of the operation. */
  readonly code: string;
  /** The target system. */
  readonly targetSystemKey: string;
  /** Number of times that the operation was sent. */
  readonly sends: number;
  /** Time of the next attempt; null if none is planned. */
  readonly nextTryAt: string | null;
  /** Code of the last error; null if none. */
  readonly errorCode: string | null;
  /** Condition that the operation waits for. */
  readonly waitsFor: string;
}

export interface SentDecision {
  /** Key of the user who decided. */
  readonly userKey: string;
  /** Names of the user; null if the user was deleted. */
  readonly person: PersonName | null;
  /** The number of the phase. */
  readonly phase: number;
  /** Decision that was sent. */
  readonly decision: string;
  /** Time at which it was sent. */
  readonly sentAt: string;
  /** State of the decision: sent, or refused by the home node of the request. */
  readonly state: "sent" | "refused";
  /** Code of the refusal; null if there is none. */
  readonly refusal: string | null;
}

export interface EndedGrant {
  /** Key of the grant. */
  readonly key: string;
  /** Time at which the access ends; the service takes it away at once. */
  readonly until: string;
}

export interface RequestedExtension {
  /** Key of the request for the later end. */
  readonly requestKey: string;
  /** Number of the request. */
  readonly number: string;
  /** Status of the request: the access ends later once it is approved. */
  readonly status: string;
}

export interface AnsweredFields {
  readonly [name: string]: unknown;
}

export interface UserState {
  /** The user. */
  readonly key: string;
  /** True if the user is disabled now. */
  readonly disabled: boolean;
}

export interface Leaver {
  /** The user. */
  readonly key: string;
  /** Time at which the user leaves; null for a superuser, who has left now. */
  readonly endsAt: string | null;
  /** True if the user has left with this call; false if the end lies ahead. */
  readonly left: boolean;
}

export interface ExtendedUser {
  /** The user. */
  readonly key: string;
  /** New end of the user. */
  readonly endsAt: string;
}

export interface UnlockedUser {
  /** The user. */
  readonly key: string;
  /** True if a lock was removed; false if the user was not locked. */
  readonly unlocked: boolean;
}

export interface MergedTwin {
  /** Key of the user who was merged, and is disabled now. */
  readonly key: string;
  /** ID that this user has from now on. */
  readonly id: string;
  /** Key of the older user, who has everything now. */
  readonly olderKey: string;
  /** Number of rows that name the older user now. */
  readonly moved: number;
}

export interface ChosenNotices {
  /** The user. */
  readonly key: string;
  /** Delivery of notifications by email; null for the value of NOTICE_DELIVERY. */
  readonly noticeDelivery: "atOnce" | "daily" | "none" | null;
  /** Hour of the day at which the digest is sent; null for NOTICE_DIGEST_HOUR. */
  readonly digestHour: number | null;
  /** Language of emails; null for the profile attribute `preferredLanguage`, or NOTICE_LANGUAGE. */
  readonly language: string | null;
}

export interface EndedSession {
  /** The user. */
  readonly key: string;
  /** The session. */
  readonly sessionKey: string;
  /** End of the session. */
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
  /** Time at which the link expires. */
  readonly expiresAt: string;
}

export interface PasswordRulesOfAccounts {
  /** Rules for the password, with the strictest value of each, required ones first. */
  readonly rules: readonly JoinedPasswordRule[];
  /** Accounts that get the password. */
  readonly accounts: readonly AccountOfPassword[];
}

export interface JoinedPasswordRule {
  /** Name of the rule; docs/password-rules.md lists the rules. */
  readonly rule: string;
  /** Effect of a broken rule: the password is refused, or there is a warning. */
  readonly mode: "required" | "warning";
  /** Strictest value of the rule; null if it has none. */
  readonly value: string | null;
  /** Words of the policy for its users; null if it has none of its own. */
  readonly message: string | null;
}

export interface AccountOfPassword {
  /** Key of the account. */
  readonly accountKey: string;
  /** Sign-in name on the target system. */
  readonly shortId: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** True if a target group adds it, because it keeps passwords the same. */
  readonly added: boolean;
}

export interface Identification {
  /** The user. */
  readonly key: string;
  /** Handle of the attempt for answers; null if it was returned at the start. */
  readonly attempt: string | null;
  /** Time at which the attempt expires; null if it was returned at the start. */
  readonly expiresAt: string | null;
  /** State of the attempt. */
  readonly state: "asked" | "identified" | "failed";
  /** True if the user was identified. */
  readonly identified: boolean;
  /** Time of the identification; null if not identified. */
  readonly identifiedAt: string | null;
  /** Next step; null if the attempt has ended. */
  readonly asked: AskedStep | null;
  /** True if the last answer was wrong and the step is repeated. */
  readonly isWrong: boolean;
  /** Reason why an attempt with the right answers failed: USER_LOCKED or USER_DISABLED. */
  readonly refusal: string | null;
}

export interface AskedStep {
  /** Title of the step. */
  readonly title: TextByLanguage;
  /** Fields of the step. */
  readonly fields: readonly AskedField[];
  /** Alert for the user; null if none. */
  readonly alert: TextByLanguage | null;
}

export interface TextByLanguage {
  /** English text. */
  readonly en: string;
  /** German text. */
  readonly de: string;
}

export interface AskedField {
  /** Name of the field in the answer. */
  readonly name: string;
  /** Input type of the field. */
  readonly kind: "text" | "password" | "newPassword" | "code" | "choice" | "passkey" | "captcha";
  /** Label of the field. */
  readonly label: TextByLanguage;
  /** Choices of the field; empty if it has none. */
  readonly choices: readonly AskedChoice[];
  /** Options that a browser needs for the value, as JSON; null if none. */
  readonly options: string | null;
}

export interface AskedChoice {
  /** Value of the choice. */
  readonly value: string;
  /** Label of the choice. */
  readonly label: TextByLanguage;
}

export interface Proof {
  /** The user. */
  readonly key: string;
  /** Handle of the attempt for answers; null if it was returned at the start. */
  readonly attempt: string | null;
  /** Time at which the attempt expires; null if it was returned at the start. */
  readonly expiresAt: string | null;
  /** State of the attempt; elsewhere if only an identity provider can verify the user, who must sign in again. */
  readonly state: "asked" | "proved" | "failed" | "elsewhere";
  /** Time until which the proof is valid; null if there is none. */
  readonly provedUntil: string | null;
  /** Next step; null if none. */
  readonly asked: AskedStep | null;
  /** True if the last answer was wrong and the step is repeated. */
  readonly isWrong: boolean;
  /** Reason why a proof with the right answers is not valid: USER_LOCKED or USER_DISABLED. */
  readonly refusal: string | null;
}

export interface BegunOneTimeCode {
  /** Address for the authenticator app, as a QR code or typed (otpauth://). It is shown only once. */
  readonly address: string;
  /** Time until which the credential can be confirmed. */
  readonly expiresAt: string;
}

export interface ConfirmedOneTimeCode {
  /** The credential. */
  readonly key: string;
  /** Codes for when the device is lost; each is good once. They are shown this once. */
  readonly recoveryCodes: readonly string[];
}

export interface BegunPasskey {
  /** Creation options as JSON, for PublicKeyCredential.parseCreationOptionsFromJSON and navigator.credentials.create. */
  readonly options: string;
  /** Time until which the credential can be confirmed. */
  readonly expiresAt: string;
}

export interface ConfirmedPasskey {
  /** The credential. */
  readonly key: string;
  /** Name of the passkey. */
  readonly name: string;
}

export interface PeopleImport {
  /** True if the users were saved. */
  readonly written: boolean;
  /** The rows that can be taken. */
  readonly people: readonly PlannedPerson[];
  /** Errors in the other rows. */
  readonly faults: readonly RowFault[];
}

export interface PlannedPerson {
  /** The line of the file. */
  readonly line: number;
  /** The id of the person. */
  readonly id: string;
  /** The key of the user, also of one who is not there yet. */
  readonly key: string;
  /** Action on the user of the row. */
  readonly does: "add" | "change" | "leave";
  /** Changed values by name; null for a value that is removed. */
  readonly changes: PersonChanges;
}

export interface PersonChanges {
  readonly [name: string]: unknown;
}

export interface RowFault {
  /** The line of the file. */
  readonly line: number;
  /** Column of the error; null for the whole row. */
  readonly column: string | null;
  /** The rule, and the way out. */
  readonly message: string;
}

export interface RoleInForce {
  /** Key of the role. */
  readonly key: string;
  /** Number of the version in force. */
  readonly number: number;
  /** Facts that the condition reads. */
  readonly reads: readonly WrittenFact[];
}

export interface WrittenFact {
  /** Fact that the condition reads. */
  readonly fact: string;
  /** People besides superusers who can write it, and how; empty if nobody can. */
  readonly writers: readonly string[];
}

export interface RetiredRole {
  /** Key of the role. */
  readonly key: string;
  /** State of the role. */
  readonly state: "draft" | "inForce" | "retired";
  /** Number of people who have the role and lose it now. */
  readonly members: number;
}

export interface DiscardedDraft {
  /** Key of the role. */
  readonly key: string;
  /** Number of the version that was discarded. */
  readonly number: number;
}

export interface OwnedRole {
  /** Key of the role. */
  readonly key: string;
  /** Number of owners. */
  readonly owners: number;
}

export interface AuthorizedRole {
  /** Key of the role. */
  readonly key: string;
  /** Number of approval phases of the role. */
  readonly phases: number;
}

export interface AuthorizedGroup {
  /** The group. */
  readonly key: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** New inheritance of approval phases. */
  readonly phaseInheritance: string;
  /** Number of approval phases of the group itself. */
  readonly phases: number;
}

export interface ManagedGroup {
  /** The group. */
  readonly key: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Name on the target system. */
  readonly shortId: string;
  /** True if the group is managed now. */
  readonly managed: boolean;
  /** Cause by which it is managed; null if it is not managed. */
  readonly managedBy: "option" | "person" | "request" | null;
  /** True if no discovery takes the group. */
  readonly keptUnmanaged: boolean;
  /** True if the call has changed whether the group is managed. */
  readonly changed: boolean;
}

export interface FulfilledGroup {
  /** The group. */
  readonly key: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** New performer; null for that of the target system. */
  readonly fulfilment: string | null;
  /** Number of implementers of the group itself. */
  readonly implementers: number;
}

export interface ManagedGroupsTrial {
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Tried value of the option. */
  readonly automatically: boolean;
  /** Groups that are managed now. */
  readonly managed: ManagedGroupsTrialGroups;
  /** Groups that would become managed at the next discovery; none if the option is to be false. */
  readonly taken: ManagedGroupsTrialGroups;
  /** Groups that only the option keeps managed, and unmanageDiscoveredGroups would give back; none if the option is to be true. */
  readonly givenBack: ManagedGroupsTrialGroups;
  /** Groups that a person stopped managing, which no discovery takes. */
  readonly keptUnmanaged: ManagedGroupsTrialGroups;
}

export interface ManagedGroupsTrialGroups {
  /** Number of the groups. */
  readonly count: number;
  /** First of them, by name. */
  readonly groups: readonly ManagedGroupsTrialGroup[];
}

export interface ManagedGroupsTrialGroup {
  /** The group. */
  readonly key: string;
  /** Name on the target system. */
  readonly shortId: string;
}

export interface UnmanagedGroups {
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Number of groups that are no longer managed. */
  readonly unmanaged: number;
  /** Number of groups that are left for another call. */
  readonly left: number;
}

export interface JudgedPassword {
  /** True if no required rule is broken. */
  readonly accepted: boolean;
  /** Judgement of each rule that is not disabled. */
  readonly rules: readonly JudgedRule[];
}

export interface JudgedRule {
  /** Name of the rule, as group.rule. */
  readonly rule: string;
  /** Action on a password that breaks the rule. */
  readonly mode: "required" | "warning" | "disabled";
  /** Judgement: kept, broken, a warning, or unchecked because a fact is not known. */
  readonly result: "kept" | "broken" | "warning" | "unchecked";
  /** Message for the user; null for a rule that is kept. */
  readonly message: string | null;
}

export interface GeneratedPasswords {
  /** The generated passwords. */
  readonly passwords: readonly GeneratedPassword[];
}

export interface GeneratedPassword {
  /** The password. It is not stored. */
  readonly password: string;
  /** Bits of entropy for an attacker who knows how it was generated. */
  readonly bits: number;
}

export interface BreachedListState {
  /** State of the list of breached passwords on this machine. */
  readonly state: "ready" | "missing" | "damaged";
  /** Number of passwords in the list; null if it is not ready. */
  readonly count: number | null;
  /** Size of the list in bytes; null if it is not ready. */
  readonly bytes: number | null;
  /** Time at which the list was written; null if it is not ready. */
  readonly modifiedAt: string | null;
  /** Fault of the list and the solution; null if it is ready. */
  readonly problem: string | null;
}

export interface UserClassTrial {
  /** Number of users that the condition selects. */
  readonly users: number;
  /** The first of them. */
  readonly people: readonly PersonName[];
}

export interface SeenRequest {
  /** Key of the request. */
  readonly requestKey: string;
  /** Time of its last edit, as the caller has read it; another one is refused. */
  readonly editedAt: string;
}

export interface DecidedBatch {
  /** Key of the batch. */
  readonly key: string;
  /** Number of requests for which it was done by this call. */
  readonly done: number;
  /** Number of requests that the caller excepted. */
  readonly excepted: number;
  /** Requests that were left as they are, with the reasons. */
  readonly skipped: readonly SkippedRequest[];
  /** Value of after for the next call; null if there are no further requests. One call is about 50 requests at most. */
  readonly next: string | null;
}

export interface SkippedRequest {
  /** Key of the request. */
  readonly requestKey: string;
  /** Code of the reason, see docs/errors.md. */
  readonly code: string;
  /** Words of the reason. */
  readonly message: string;
}

export interface CancelledBatch {
  /** Key of the batch. */
  readonly key: string;
  /** Number of requests for which it was done by this call. */
  readonly done: number;
  /** Number of requests that the caller excepted. */
  readonly excepted: number;
  /** Requests that were left as they are, with the reasons. */
  readonly skipped: readonly SkippedRequest[];
  /** Value of after for the next call; null if there are no further requests. One call is about 50 requests at most. */
  readonly next: string | null;
  /** Number of recipients whose request is not submitted yet; nothing is submitted for them any more. */
  readonly waiting: number;
}

export interface DelegationState {
  /** The delegation. */
  readonly key: string;
  /** State of the delegation. */
  readonly state: "asked" | "accepted" | "refused" | "ended";
}

export interface AuthorizedSodRule {
  /** Key of the rule. */
  readonly key: string;
  /** Number of approval phases of the rule. */
  readonly phases: number;
}

export interface AnsweredMoveReview {
  /** Key of the review. */
  readonly key: string;
  /** State of the review. */
  readonly state: "open" | "done" | "stopped";
  /** Number of items that were answered. */
  readonly answered: number;
  /** Number of items that still wait for an answer. */
  readonly left: number;
}

export interface RetriedPluginDelivery {
  /** Key of the delivery that waits again. */
  readonly key: string;
}

export interface LiftedPasswordBlock {
  /** The block. */
  readonly key: string;
  /** Time at which it was lifted. */
  readonly liftedAt: string;
}

export interface DownloadedPasswords {
  /** Key of the delivery. */
  readonly key: string;
  /** Name for the file. */
  readonly fileName: string;
  /** The file: JSON with the sealed passwords, which 'gatehouse mass-reset open' opens. */
  readonly file: string;
  /** Number of passwords in the file. */
  readonly accounts: number;
}

export interface RevealedPasswords {
  /** Key of the delivery. */
  readonly key: string;
  /** The new passwords, shown this once. */
  readonly passwords: readonly DeliveredPassword[];
}

export interface DeliveredPassword {
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Name of the account. */
  readonly accountName: string;
  /** The new password of the account. */
  readonly password: string;
}

export interface RetriedQueuedPassword {
  /** Key of the entry. */
  readonly key: string;
  /** State of the entry. */
  readonly state: "waiting" | "trying";
}

export interface DroppedQueuedPassword {
  /** Key of the entry, which no longer exists. */
  readonly key: string;
}

export interface InvitedPasswordSender {
  /** Key of the password sender. */
  readonly key: string;
  /** The enrollment token, which is shown this once. */
  readonly token: string;
  /** Time at which the enrollment token expires. */
  readonly expiresAt: string;
}

export interface RevokedPasswordSender {
  /** Key of the password sender. */
  readonly key: string;
  /** Status of the password sender: invited, enrolled or revoked. */
  readonly status: "invited" | "enrolled" | "revoked";
}

export interface AskedRun {
  /** The run. */
  readonly key: string;
  /** Kind of the run: it randomizes passwords, verifies them, or carries out a mass reset. */
  readonly kind: "randomize" | "verify" | "massReset" | "onboarding" | "offboarding";
  /** State of the run. */
  readonly state: "queued" | "running" | "paused" | "stopped" | "ended";
}

export interface ChangedRight {
  /** The policy. */
  readonly key: string;
  /** The right: see, ask, preApproved, manage or breakGlass. */
  readonly right: "see" | "ask" | "preApproved" | "manage" | "breakGlass";
  /** The user class whose members have it. */
  readonly userClassId: string;
  /** True if the members have the permission now. */
  readonly given: boolean;
}

export interface ChangedCommand {
  /** The policy. */
  readonly key: string;
  /** Name of the command. */
  readonly name: string;
  /** True if the command may be run now. */
  readonly listed: boolean;
}

export interface AuthorizedPolicy {
  /** The policy. */
  readonly key: string;
  /** Number of approval phases of a check-out. */
  readonly phases: number;
}

export interface OverriddenAccount {
  /** The managed account. */
  readonly key: string;
  /** Status of the password: confirmed (C), uncertain (U) or in conflict. */
  readonly status: "C" | "U" | "conflict";
  /** The entry of its password history. */
  readonly entryKey: string;
  /** Key of the run that verifies the password; null if the target system cannot verify it and the policy does not require it. */
  readonly runKey: string | null;
}

export interface ManagedAccountState {
  /** The managed account. */
  readonly key: string;
  /** Status of the password: confirmed (C), uncertain (U) or in conflict. */
  readonly status: "C" | "U" | "conflict";
  /** Reason why the password is not managed; null if it is. */
  readonly disabledReason: string | null;
}

export interface VouchingCode {
  /** The code, which is shown this once; the other person gives it. */
  readonly code: string;
  /** Time at which the code expires. */
  readonly expiresAt: string;
}

export interface ChosenMore {
  /** Key of the mass reset. */
  readonly key: string;
  /** Number of users that the call has added. */
  readonly users: number;
  /** Number of accounts that the call has added. */
  readonly accounts: number;
}

export interface MassResetTrial {
  /** Key of the mass reset. */
  readonly key: string;
  /** Number of owners of the accounts that would be reset. */
  readonly people: number;
  /** Number of accounts that would be reset: expectCount of the start. */
  readonly accounts: number;
  /** Accounts that would be reset, by target system. */
  readonly chosen: readonly ChosenOnTarget[];
  /** Accounts that would be skipped, by reason. */
  readonly skipped: readonly SkippedAccounts[];
  /** True if so many users have accounts among them that the start needs confirm. */
  readonly needsConfirmation: boolean;
  /** The first of the accounts. */
  readonly first: readonly MassResetTrialAccount[];
  /** The first steps of an onboarding or offboarding; empty for a reset. */
  readonly steps: readonly MassResetTrialStep[];
}

export interface MassResetTrialAccount {
  /** Key of the account. */
  readonly accountKey: string;
  /** Name of the account. */
  readonly accountName: string;
  /** Key of the target system. */
  readonly targetSystemKey: string;
  /** Key of the owner; null if it has none. */
  readonly userKey: string | null;
  /** Id of the owner; null if it has none. */
  readonly userId: string | null;
  /** Act: the password is set, or randomized by the vault. */
  readonly act: "set" | "randomize";
  /** Reason for which it would be skipped; null if it would not. */
  readonly because: "noOwner" | "targetDisabled" | "targetUnable" | "blocked" | "above" | "forbidden" | "cannotExpire" | "noMail" | "newMail" | "noFactor" | "own" | "self" | "superuser" | "privileged" | "alreadySo" | null;
}

export interface MassResetTrialStep {
  /** Act of the step. */
  readonly act: "addUser" | "addAccount" | "join" | "request" | "passwords" | "leave" | "disableUser" | "endMembership" | "disableAccount" | "deleteAccount";
  /** Key of the user; null if there is none yet. */
  readonly userKey: string | null;
  /** Id of the user; null if there is none. */
  readonly userId: string | null;
  /** Key of the target system; empty for a step on none. */
  readonly targetSystemKey: string;
  /** Name of the account; null if the step is about none. */
  readonly accountName: string | null;
  /** Name of the group; null if the step is about none. */
  readonly groupName: string | null;
  /** Reason for which it would be skipped; null if it would not. */
  readonly because: "noOwner" | "targetDisabled" | "targetUnable" | "blocked" | "above" | "forbidden" | "cannotExpire" | "noMail" | "newMail" | "noFactor" | "own" | "self" | "superuser" | "privileged" | "alreadySo" | null;
}

export interface StartedMassReset {
  /** Key of the mass reset. */
  readonly key: string;
  /** Number of the mass reset. */
  readonly number: string;
  /** State of the mass reset. */
  readonly state: "draft" | "queued" | "running" | "paused" | "stopped" | "ended";
  /** Number of accounts that are reset. */
  readonly accounts: number;
}

export interface ChangedMassReset {
  /** Key of the mass reset. */
  readonly key: string;
  /** State of the mass reset. */
  readonly state: "draft" | "queued" | "running" | "paused" | "stopped" | "ended";
}

export interface MassResetProgress {
  /** Number of accounts that are known so far, with the skipped ones. */
  readonly accounts: number;
  /** Number of accounts whose new password the target system has confirmed. */
  readonly done: number;
  /** Number of accounts that failed. */
  readonly failed: number;
  /** Number of accounts that were skipped. */
  readonly leftOut: number;
  /** Number of accounts that have not ended. */
  readonly open: number;
}

export interface StoppedAnalysis {
  /** Key of the analysis. */
  readonly key: string;
  /** State of the analysis: stopped. */
  readonly state: string;
}

export interface ComparedAnalysis {
  /** Key of the analysis. */
  readonly key: string;
  /** Time of the comparison. */
  readonly comparedAt: string;
  /** Number of predicted changes. */
  readonly predicted: number;
  /** Number of predicted changes that came since. */
  readonly came: number;
  /** Number of predicted changes that did not come. */
  readonly missing: number;
  /** Number of further requests of the service with the same operations since then; null if not known. */
  readonly others: number | null;
}

export interface DraftedRole {
  /** Key of the role. */
  readonly key: string;
  /** Name of the role. */
  readonly id: string;
  /** Number of people who were named as members. */
  readonly named: number;
}

export interface RunProgress {
  /** Number of accounts of the run that are known so far. */
  readonly accounts: number;
  /** Number of passwords that were randomized or verified. */
  readonly done: number;
  /** Number of passwords that were not randomized or not verified. */
  readonly failed: number;
  /** Number of accounts without anything to do. */
  readonly leftOut: number;
  /** Number of accounts that are not finished. */
  readonly open: number;
}

export interface ImportTrial {
  /** Effects of each rule. */
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
  /** Policy that they are bound to; null for the other actions. */
  readonly policyId: string | null;
  /** Number of objects that the rule applies to. */
  readonly matched: number;
  /** Number of objects that the rule would change. */
  readonly changes: number;
  /** First objects that the rule would change. */
  readonly objects: readonly ImportTrialObject[];
}

export interface ImportTrialObject {
  /** The target system. */
  readonly targetSystemKey: string;
  /** The name of the system, or the name by which the account logs in. */
  readonly name: string;
}

export interface SimulationResult {
  /** Number of simulated requests. */
  readonly looked: number;
  /** Number of requests that cannot be simulated, because their ledger is incomplete. */
  readonly untold: number;
  /** Requests with another course of the authorization, the latest first. */
  readonly changed: readonly ChangedRequest[];
}

export interface ChangedRequest {
  /** The request. */
  readonly requestKey: string;
  /** Number of the request. */
  readonly number: string;
  /** Course of the authorization according to the ledger. */
  readonly was: AuthorizationCourse;
  /** Course of the authorization with the other phases. */
  readonly would: AuthorizationCourse;
}

export interface AuthorizationCourse {
  /** Result of the recorded decisions. */
  readonly authorization: "approved" | "denied" | "waiting";
  /** Authorizers of each phase that opens, in order. */
  readonly asked: readonly AskedInPhase[];
  /** Keys of those for whom it waits. */
  readonly waitsFor: readonly string[];
}

export interface AskedInPhase {
  /** Keys of the people of the phase. */
  readonly userKeys: readonly string[];
}

export interface SessionLogSummary {
  /** Number of sessions. */
  readonly sessions: number;
  /** Number of calls. */
  readonly entries: number;
  /** Number of successful calls. */
  readonly succeeded: number;
  /** Number of calls that failed or were refused. */
  readonly failed: number;
  /** Number of calls with an unknown result. */
  readonly unknown: number;
  /** Number of different users. */
  readonly distinctUsers: number;
  /** Time of the first call; null if none. */
  readonly firstAt: string | null;
  /** Time of the last call; null if none. */
  readonly lastAt: string | null;
}

export interface CheckedAuditPart {
  /** Number of checked events. */
  readonly checked: number;
  /** Number of all events; null if an earlier part returned it. */
  readonly rows: number | null;
  /** Number of findings. */
  readonly found: number;
  /** Findings; only the first ones if there are many. */
  readonly findings: readonly AuditFinding[];
  /** Number of events that earlier versions of the service wrote wrongly, which is no damage. */
  readonly oldDefects: number;
  /** Start of the next part; null if all events were checked. */
  readonly continueAt: string | null;
}

export interface AuditFinding {
  /** Code of the finding; docs/audit.md explains the codes. */
  readonly kind: "rowChanged" | "rowForged" | "rowMiswritten" | "rowMissing" | "rowSurplus" | "placeMissing" | "placeChanged" | "endMissing" | "endSurplus" | "anchorBroken";
  /** The node. */
  readonly node: string;
  /** Position in the chain of the node; null if the event has none. */
  readonly position: number | null;
  /** Key of the audit event; null if not known. */
  readonly rowKey: string | null;
}

export interface PolicyResource {
  readonly [name: string]: unknown;
}

export interface WantedPolicy {
  /** The policy. */
  readonly name: string;
  /** Expression to compare with the active one. */
  readonly expression: string;
}

export interface ChangedPolicy {
  /** Key of the version. */
  readonly key: string;
  /** Name of the policy. */
  readonly name: string;
  /** Version number, from 1 for each policy, also after a reset. */
  readonly number: number;
  /** Action that created the version. */
  readonly action: "set" | "reset" | "rollback";
  /** Expression before the change; null if the default applied. */
  readonly before: string | null;
  /** Expression after the change; null if the default applies. */
  readonly after: string | null;
  /** True if the saved expression is active. */
  readonly enabled: boolean;
  /** Author of the change. */
  readonly changedBy: string;
  /** Time of the change. */
  readonly changedAt: string;
  /** Reason for the change; null if none was given. */
  readonly comment: string | null;
}

export interface PolicyCheck {
  /** Errors in the expression; empty if it can be saved. */
  readonly faults: readonly PolicyFault[];
  /** Differences from the active expression, line by line; empty for an expression that is too long. */
  readonly changes: readonly PolicyTextLine[];
}

export interface PolicyFault {
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
  /** The rule, and the way out. */
  readonly message: string;
}

export interface PolicyTextLine {
  /** Kind of the line: in both expressions, only in the new one, or only in the active one. */
  readonly kind: "same" | "added" | "removed";
  /** The line. */
  readonly text: string;
}

export interface PolicyExplanation {
  /** The policy. */
  readonly name: string;
  /** The user. */
  readonly userId: string;
  /** True if the policy allows the call. */
  readonly allowed: boolean;
  /** Reason for the result. */
  readonly reason: string;
  /** Expression that was evaluated. */
  readonly expression: string;
  /** Every part, each before the parts in it. */
  readonly parts: readonly ExplainedPart[];
  /** Rows that the user may read; null if the policy is no rule on rows. */
  readonly rows: string | null;
}

export interface ExplainedPart {
  /** Nesting depth of the part; 0 for the whole policy. */
  readonly depth: number;
  /** The part. */
  readonly text: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
  /** Outcome of the part: a value, an error, or open because it depends on the resource. */
  readonly outcome: "value" | "failed" | "open";
  /** The value as JSON, or why there is none. */
  readonly value: string;
}

export interface DryRun {
  /** Users of the comparison. */
  readonly users: ComparedUsers;
  /** Effects of each policy. */
  readonly policies: readonly PolicyEffect[];
}

export interface ComparedUsers {
  /** Number of compared users. */
  readonly compared: number;
  /** Number of all users. */
  readonly total: number;
}

export interface PolicyEffect {
  /** The policy. */
  readonly name: string;
  /** Kind of the comparison: the calls, every row, or a sample of users and rows. */
  readonly kind: "calls" | "rows" | "sample";
  /** Table of the rows; null if none. */
  readonly table: string | null;
  /** Access that users would gain. */
  readonly gained: DryRunShift;
  /** Access that users would lose. */
  readonly lost: DryRunShift;
}

export interface DryRunShift {
  /** Number of users. */
  readonly users: number;
  /** Number of rows. */
  readonly rows: number;
  /** Some of them. */
  readonly examples: readonly DryRunUser[];
}

export interface DryRunUser {
  /** The id of the user. */
  readonly user: string;
  /** Number of rows; null for the call itself. */
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
  /** Number of user sessions that were ended. */
  readonly sessions: number;
  /** True if more sessions are left; call again to end them. */
  readonly left: boolean;
}

export interface ChainFacts {
  readonly [name: string]: unknown;
}

export interface ChainOutcomes {
  readonly [name: string]: unknown;
}

export interface ChangedAuthChain {
  /** Key of the version. */
  readonly key: string;
  /** Name of the chain. */
  readonly name: string;
  /** Version number, from 1 for each name. */
  readonly number: number;
  /** Action that created the version. */
  readonly action: "set" | "reset" | "rollBack";
  /** True if the change made the chain active. */
  readonly enabled: boolean;
  /** Author of the change. */
  readonly changedBy: string;
  /** Time of the change. */
  readonly changedAt: string;
  /** Reason for the change; null if none was given. */
  readonly comment: string | null;
  /** Chain that was saved before; null if none. */
  readonly before: ChainOfSteps | null;
  /** Chain that is saved now; null if none. */
  readonly after: ChainOfSteps | null;
}

export interface AuthChainCheck {
  /** Errors in the chain; empty if it can be saved. */
  readonly faults: readonly AuthChainFault[];
  /** Warnings about the chain; empty if none. */
  readonly warnings: readonly AuthChainFault[];
}

export interface AuthChainTrial {
  /** Chain that applies; null if none. */
  readonly taken: string | null;
  /** The other chains of the purpose. */
  readonly notTaken: readonly AuthChainNotTaken[];
  /** The steps that were walked, in their order. */
  readonly steps: readonly WalkedChainStep[];
  /** End of the sign-in; null if it does not end. */
  readonly end: "ALLOW" | "DENY" | null;
  /** Remark about the end; null if none. */
  readonly remark: string | null;
}

export interface AuthChainNotTaken {
  /** The chain. */
  readonly name: string;
  /** Reason why the chain does not apply. */
  readonly reason: string;
}

export interface WalkedChainStep {
  /** The chain. */
  readonly chain: string;
  /** The step. */
  readonly step: string;
  /** Component of the step. */
  readonly component: string;
  /** Outcome of the step; null if it continued with another chain. */
  readonly outcome: string | null;
  /** A step, ALLOW, DENY, or the chain that it handed on to. */
  readonly leadsTo: string;
}

export interface ChangedEnforcementRun {
  /** Key of the run. */
  readonly key: string;
  /** State of the run. */
  readonly state: "queued" | "confirming" | "running" | "paused" | "stopped" | "ended";
}

export interface DifferencesReport {
  /** Number of people with differences. */
  readonly people: number;
  /** Number of differences. */
  readonly differences: number;
  /** Number of differences that take access or a role away. */
  readonly removals: number;
  /** Removals that a run would wait for. */
  readonly largeRemovals: readonly Removals[];
  /** First of the people, with their differences. */
  readonly found: readonly PersonDifferences[];
}

export interface PersonDifferences {
  /** Key of the user. */
  readonly userKey: string;
  /** Differences of the user. */
  readonly differences: readonly Difference[];
}

export interface EndedException {
  /** Key of the exception. */
  readonly key: string;
  /** Time of the end. */
  readonly endedAt: string;
}

export interface RevokedProxy {
  /** Id. */
  readonly id: string;
  /** New status of the proxy. */
  readonly status: string;
}

export interface ProxyStatus {
  /** Id. */
  readonly id: string;
  /** State of the proxy according to its reports. */
  readonly state: "online" | "cutOff" | "away" | "invited" | "revoked";
  /** Software version of the proxy; null if it never reported. */
  readonly softwareVersion: string | null;
  /** The version of the service. */
  readonly serviceVersion: string;
  /** Time of the last report; null if never. */
  readonly lastSeenAt: string | null;
  /** Queue of the proxy. */
  readonly queue: ProxyQueue;
  /** The connectors that it has. */
  readonly connectors: readonly UsedConnector[];
  /** The connectors that it could not load. */
  readonly failedConnectors: readonly FailedConnector[];
  /** Processes of the proxy, which run in parallel. */
  readonly instances: readonly ProxyInstance[];
}

export interface ProxyQueue {
  /** The name of its queue. */
  readonly name: string;
  /** Number of waiting operations. */
  readonly waiting: number;
  /** Number of operations in progress. */
  readonly underWay: number;
  /** Number of operations to be retried. */
  readonly later: number;
}

export interface UsedConnector {
  /** Id. */
  readonly id: string;
  /** Version. */
  readonly version: string;
}

export interface ProxyInstance {
  /** Id of the process, which it creates at its start. */
  readonly id: string;
  /** True if the process has reported recently. */
  readonly online: boolean;
  /** Start of the process. */
  readonly startedAt: string;
  /** Time of the last report. */
  readonly lastSeenAt: string;
  /** Time of the stop; null if the process runs, or was not stopped gracefully. */
  readonly stoppedAt: string | null;
  /** The version of its software. */
  readonly softwareVersion: string;
  /** The connectors that it has. */
  readonly connectors: readonly UsedConnector[];
  /** The connectors that it could not load. */
  readonly failedConnectors: readonly FailedConnector[];
  /** Number of operations in progress. */
  readonly ordersUnderWay: number;
  /** Milliseconds by which its clock is ahead of ours. */
  readonly clockSkewMs: number;
  /** True if the process reaches the engine; null if not reported. */
  readonly engineReached: boolean | null;
  /** Comparison of its version with that of the service; null if one of them is no version. */
  readonly comparedToService: "older" | "same" | "newer" | null;
}

export interface SteppedNode {
  /** Key of the node. */
  readonly key: string;
  /** Name of the node. */
  readonly id: string;
  /** State of the node: active, joining, paused or expelled. */
  readonly state: "active" | "joining" | "paused" | "expelled";
}

export interface ComparedNode {
  /** Key of the node. */
  readonly key: string;
  /** Name of the node. */
  readonly id: string;
  /** Result; running while there is more to compare. */
  readonly state: "equal" | "different" | "waiting" | "failed" | "running";
  /** Number of rows here that were compared. */
  readonly rows: number;
  /** Number of rows that differ. */
  readonly differences: number;
  /** Number of rows that were not compared, because changes kept coming. */
  readonly undecided: number;
  /** Number of rows here whose parent is missing. */
  readonly orphans: number;
  /** Reason why it waits or has failed; null for none. */
  readonly reason: string | null;
  /** True if there is more to compare: call again. */
  readonly left: boolean;
}

export interface RepairedNode {
  /** Key of the node. */
  readonly key: string;
  /** Name of the node. */
  readonly id: string;
  /** Number of rows of this node that this call has written once more. */
  readonly repaired: number;
  /** Number of rows that this node cannot write: repair them at the other one. */
  readonly elsewhere: number;
  /** True if there are more: call again. */
  readonly left: boolean;
}

export interface TakenOverNode {
  /** Key of the node. */
  readonly key: string;
  /** Name of the node. */
  readonly id: string;
  /** Number of rows that this call has taken over. */
  readonly taken: number;
  /** True if there are more: call again. */
  readonly left: boolean;
}

export interface NodeInvitation {
  /** Name of the node that is to join. */
  readonly name: string;
  /** The token, which is shown this once. */
  readonly token: string;
  /** Time at which the token expires. */
  readonly expiresAt: string;
}

export interface PlugIns {
  /** The kinds of plug-ins. */
  readonly kinds: readonly PlugInKind[];
  /** The names of the files of PLUGIN_FOLDER. */
  readonly files: readonly string[];
  /** Reason why none of these files is used, and the solution; null if there is no problem. */
  readonly problem: string | null;
  /** Plug-ins whose last call failed, within the last hour. */
  readonly failed: readonly FailedPlugIn[];
}

export interface PlugInKind {
  /** Name of the kind. */
  readonly kind: string;
  /** Purpose of plug-ins of the kind. */
  readonly title: string;
  /** The names of those that every installation has. */
  readonly builtIns: readonly string[];
}

export interface FailedPlugIn {
  /** The name of its file. */
  readonly plugin: string;
  /** Kind of the plug-in. */
  readonly kind: string;
  /** Reason why the plug-in cannot be used. */
  readonly message: string;
}

export interface NodesStatus {
  /** Name of the node that answers. */
  readonly name: string;
  /** Key of that node; null before it is set up. */
  readonly key: string | null;
  /** State of that node; null before it is set up. */
  readonly state: "active" | "joining" | "paused" | "expelled" | null;
  /** Address at which other nodes reach it; null if it has none. */
  readonly publicAddress: string | null;
  /** Reason for which it performs nothing at target systems; null if it may. */
  readonly standsBy: string | null;
  /** Version of the schema of that node. */
  readonly schemaVersion: number;
  /** The other nodes, as it sees them. */
  readonly nodes: readonly NodeLink[];
}

export interface NodeLink {
  /** Name of the other node. */
  readonly name: string;
  /** Key of the other node. */
  readonly key: string;
  /** State of the other node; an expelled one stays expelled. */
  readonly state: "active" | "joining" | "paused" | "expelled";
  /** Address at which it is called; null if it has none. */
  readonly publicAddress: string | null;
  /** Time of its last call; null if never. */
  readonly lastSeenAt: string | null;
  /** Milliseconds by which its clock is ahead of the one here; null if unknown. */
  readonly skewMs: number | null;
  /** Time of the last pull from it; null if never. */
  readonly lastPullAt: string | null;
  /** Time of the last successful pull; null if never. */
  readonly lastSuccessAt: string | null;
  /** Time at which this node last had everything of it; null if never. */
  readonly caughtUpAt: string | null;
  /** Number of failed pulls since the last successful one. */
  readonly failures: number;
  /** Reason why the last pull failed; null if it succeeded. */
  readonly lastError: string | null;
  /** Number of its changes that were applied here. */
  readonly applied: number;
  /** Number of values that lost against another change. */
  readonly conflicts: number;
  /** Changes that cannot be applied yet. */
  readonly held: readonly HeldChange[];
  /** Rows that the change log here keeps for it alone, because it has not acknowledged them. */
  readonly logRows: number;
  /** Standing of the other node towards the change log here: it reads it, has not called for a day, half of CHANGE_LOG_ROWS_MAX is kept for it, or it has to join again. */
  readonly logStanding: "upToDate" | "silent" | "halfQuota" | "mustRejoin";
  /** Times that its last changes took; null if there were none. */
  readonly lag: ReplicationLag | null;
  /** Comparison of all rows with it; null if never. */
  readonly comparison: NodeComparison | null;
  /** Version of its schema, as it has told last; null if it was not met yet. */
  readonly schemaVersion: number | null;
  /** Node of the two that is to be upgraded, this one or the other one; null if both have one version. */
  readonly older: "this" | "other" | null;
}

export interface HeldChange {
  /** Node and incarnation that made the change. */
  readonly origin: string;
  /** Number of the change among those of its origin. */
  readonly seq: number;
  /** Reason why it cannot be applied; docs/merging.md lists them. */
  readonly reason: string;
}

export interface ReplicationLag {
  /** Number of changes in the last answer that had any. */
  readonly changes: number;
  /** Milliseconds from the change to its arrival here, for half of them at most. */
  readonly p50: number;
  /** The same for 95 of 100. */
  readonly p95: number;
  /** The same for all. */
  readonly max: number;
}

export interface NodeComparison {
  /** Comparison that has not ended; null if none. */
  readonly running: RunningNodeComparison | null;
  /** Result of the last comparison; null if there is none. */
  readonly last: NodeComparisonResult | null;
}

export interface RunningNodeComparison {
  /** Time at which it began. */
  readonly startedAt: string;
  /** Table that is compared. */
  readonly table: string;
  /** Key up to which the table is compared. */
  readonly after: string;
  /** Number of rows here that were compared. */
  readonly rows: number;
  /** Number of rows that differ. */
  readonly differences: number;
  /** Number of rows that were not compared, because changes kept coming. */
  readonly undecided: number;
  /** Number of rows here whose parent is missing. */
  readonly orphans: number;
}

export interface NodeComparisonResult {
  /** Result: equal, different, waiting for the same changes, or failed. */
  readonly state: "equal" | "different" | "waiting" | "failed";
  /** Time of the result. */
  readonly at: string;
  /** Number of rows here that were compared. */
  readonly rows: number;
  /** Number of rows that differ. */
  readonly differences: number;
  /** Number of rows that were not compared, because changes kept coming. */
  readonly undecided: number;
  /** Number of rows here whose parent is missing. */
  readonly orphans: number;
  /** Reason why it waits or has failed; null for none. */
  readonly reason: string | null;
}

export interface RowTwins {
  /** Rows with the same ID as an older one, at most 200. */
  readonly twins: readonly RowTwin[];
}

export interface RowTwin {
  /** Table of the row. */
  readonly table: string;
  /** Key of the row. */
  readonly key: string;
  /** ID that the row and the older one have. */
  readonly id: string;
  /** ID by which it is told from the older one: the ID with its node, such as anna~n2-7f3c. */
  readonly shownId: string;
  /** Display name or description of the row; null if it has none. */
  readonly name: string | null;
  /** Node that has given it the ID. */
  readonly node: string;
  /** Key of the older row, which look-ups by the ID find. */
  readonly olderKey: string;
}

export interface NodeDifferences {
  /** Rows that differ, at most 200. */
  readonly differences: readonly NodeDifference[];
  /** True if there are more. */
  readonly more: boolean;
}

export interface NodeDifference {
  /** Other node; empty if the row here lacks its parent. */
  readonly node: string;
  /** Table of the row. */
  readonly table: string;
  /** Key of the row. */
  readonly key: string;
  /** Kind of the difference. */
  readonly kind: "differs" | "missingHere" | "missingThere" | "orphan";
  /** Columns that differ, separated by commas; of an orphan the one that names its parent. */
  readonly columns: string;
  /** Time of the latest change of the row here; null if it is missing. */
  readonly ownAt: string | null;
  /** Node of that change; null if the row is missing. */
  readonly ownNode: string | null;
  /** Time of the latest change of the row there; null if it is missing. */
  readonly otherAt: string | null;
  /** Node of that change; null if the row is missing. */
  readonly otherNode: string | null;
  /** Time at which the difference was found. */
  readonly foundAt: string;
}

export interface SettledConflict {
  /** ID of the conflict, which follows from table, key and column. */
  readonly id: string;
  /** State of the conflict. */
  readonly state: "accepted" | "reverted";
}

export interface CheckoutState {
  /** The check-out. */
  readonly key: string;
  /** Status of the check-out. */
  readonly status: "requested" | "approved" | "checkedOut" | "checkedIn" | "expired" | "revoked" | "denied" | "withdrawn";
  /** Time of the automatic check-in; null if the password was never checked out. */
  readonly expiresAt: string | null;
}

export interface DisclosureToken {
  /** The disclosure. */
  readonly key: string;
  /** The token: it serves once, within 60 seconds, in this session and from this address. */
  readonly token: string;
  /** Time at which the token expires. */
  readonly expiresAt: string;
}

export interface Disclosed {
  /** The disclosure. */
  readonly key: string;
  /** Presentation of the password: shown, or copied without being shown. */
  readonly how: "display" | "copy";
  /** The password, or each that may open the account while that is uncertain, the likeliest first. */
  readonly passwords: readonly DisclosedPassword[];
  /** True if the only password is known to be the current one. */
  readonly certain: boolean;
  /** End of the check-out. */
  readonly endsAt: string;
}

export interface DisclosedPassword {
  /** The password, or what the way of disclosure makes of it. */
  readonly content: string;
  /** Status of the password: confirmed by the target system (C), or uncertain (U). */
  readonly status: "C" | "U";
}

export interface RunCommand {
  /** The disclosure as which it is recorded. */
  readonly key: string;
  /** The exit code of the command. */
  readonly exitCode: number;
  /** Standard output of the command. */
  readonly stdout: string;
  /** Standard error of the command. */
  readonly stderr: string;
  /** True if one of them has more than 32 KiB, of which only the beginning is returned. */
  readonly cut: boolean;
}

export interface AddedTicketSystem {
  /** ID of the ticket system. */
  readonly id: string;
  /** The secret, which is shown this once. */
  readonly secret: string;
}

export interface RotatedTicketSecret {
  /** ID of the ticket system. */
  readonly id: string;
  /** The secret, which is shown this once. */
  readonly secret: string;
  /** Time until which callbacks may also be signed with the previous secret. */
  readonly previousSecretUntil: string;
}

export interface AddedWebhook {
  /** Key of the webhook. */
  readonly key: string;
  /** The secret, which is shown this once. */
  readonly secret: string;
}

export interface Redelivered {
  /** Number of deliveries that are waiting again. */
  readonly count: number;
  /** True if failed deliveries are left; call again to resend them. */
  readonly left: boolean;
}

export interface RotatedWebhookSecret {
  /** Key of the webhook. */
  readonly key: string;
  /** The secret, which is shown this once. */
  readonly secret: string;
  /** Time until which events are also signed with the previous secret. */
  readonly previousSecretUntil: string;
}
