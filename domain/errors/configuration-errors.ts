import { errorDefinitions } from "./error-definition.ts";

/** Errors of target systems, target groups, password policies and the objects that belong to them. */
export const configurationErrors = errorDefinitions({
  invalid: {
    TARGET_TYPE_UNKNOWN:
      "type must be a connector that a proxy of the target system has reported: one of its proxyServers, or `local` if it has none.",
    TARGET_ADDRESS_EMPTY: "A target system requires an address: an object with the properties of its connector.",
    TARGET_ADDRESS_INVALID:
      "The address does not match the schema of the connector. The details name each property and its rule.",
    TARGET_DESCRIPTION_EMPTY: "A target system requires a description with at least one visible character.",
    TARGET_GROUP_UNKNOWN: "No target group has this ID. Create it first, or omit targetGroup for 'DEFAULT'.",
    TARGET_PHASE_INVALID:
      "An authorization phase names an unknown user or user class, or needs more approvals than it has authorizers.",
    PHASES_MISSING:
      "This target system has no authorization phases. Set authorizationPhases, or set autoApprove to true.",
    MANAGER_MISSING: "The recipient has no manager who can approve. Set a manager, or choose another authorizer.",
    TARGET_GROUP_PASSWORDS: "The password rules of a target group exclude each other. Change one of them.",
    TARGET_GROUP_ACCOUNTS:
      "The rules of a target group do not allow one password change of these accounts. Each detail names a rule and its accounts.",
    PASSWORD_POLICY_UNKNOWN: "No password policy has this ID. Look it up under /v2/passwordPolicies.",
    PASSWORD_POLICY_INVALID: "The password policy is invalid. The details name each rule and its bound.",
    PASSWORD_POLICIES_CONTRADICT:
      "The policy of a target group and those of user classes contradict each other. The details name the fewest rules that do. Change one of them.",
    OPTION_FORBIDS:
      "An option of this target system does not allow this operation. Remove the operation, or set the option to true.",
    OPTION_VALUE_INVALID: "The value does not have the type of this option: true or false, or a text or null.",
    SETTING_VALUE_INVALID: "Invalid value for this setting. docs/settings.md lists the allowed values.",
    MAIL_TEXTS_INVALID: "The texts of emails are invalid. The message names file, entry and rule.",
    TIME_ZONE_UNKNOWN: "timeZone must be the IANA name of a time zone, such as Europe/Berlin or UTC.",
    CALENDAR_INVALID: "The calendar is invalid. The message names the entry and its rule.",
    CALENDAR_UNKNOWN: "No calendar has this name. WORKING_CALENDARS lists the calendars.",
    ATTRIBUTE_VALUES_INVALID: "maxValues must not be less than minValues. Correct one of them.",
    ATTRIBUTE_ACTION_INVALID:
      "The action 'set' requires a mappedAttribute, the object type 'user', and an attribute that is not a password. Correct one of them, or use 'ignore'.",
    ATTRIBUTE_INVALID:
      "An attribute does not match its definition on this target system. Each detail names attribute and rule.",
    FORM_INVALID:
      "A value does not fit the form of the requested item. Each detail names field and rule; the catalog shows the fields as formFields.",
    ATTRIBUTE_UNDEFINED:
      "This target system doesn't define the attribute, so it can't be set. Leave it out, or ask an administrator to add an attribute definition for it.",
    ATTRIBUTE_GUARDED:
      "The connector guards this attribute: it gives rights or touches what belongs to others. Leave it out, or ask an administrator to allow it in its attribute definition (mayGiveRights).",
    GROUP_NOT_MANAGED:
      "This group isn't managed, so it can't be requested. Choose a managed group, or ask an administrator to manage this one.",
    CREDENTIAL_ACCOUNT_UNKNOWN:
      "No managed account has this managedAccountKey. Omit it, or look the key up under /v2/managedAccounts.",
    USER_CLASS_UNKNOWN: "No user class has this ID. 'gatehouse user class list' lists the classes.",
    USER_CLASS_CONDITION_WRITABLE:
      "People other than superusers may write what the condition reads, so they could make themselves members. The message names them. Choose other facts, or send force: true.",
    USER_CLASS_CONDITION_INVALID: "A user class cannot have this condition. See docs/user-classes.md.",
    PROXY_UNKNOWN: "No proxy server has this ID. Look it up under /v2/proxyServers.",
  },
  conflict: {
    GROUPS_TAKEN_AGAIN:
      "The option automaticallyDiscoverResourcesToLoad is true, so the next discovery would take these groups again. Set it to false first.",
    SETTING_NOT_STORED: "This setting cannot be saved. Set it in the environment, in gatehouse.env, or by --setting.",
    MAIL_SERVER_MISSING: "No mail server is configured. Set MAIL_FROM and SMTP_HOST; see docs/notices.md.",
    MAIL_NOT_TAKEN: "The mail server rejected the email. The message has its answer.",
    PLUGIN_UNUSABLE: "A plug-in cannot be used. Correct the file in PLUGIN_FOLDER, or the option that names it.",
    TARGET_EXISTS:
      "A target system with this ID already exists. Choose another ID, or change the existing one with PATCH.",
    TARGET_IN_USE: "Open requests use this target system. Wait for them or cancel them first.",
    TARGET_GROUP_EXISTS:
      "A target group with this ID already exists. Choose another ID, or change the existing one with PATCH.",
    TARGET_GROUP_BUILT_IN: "The target group DEFAULT always exists. Change it with PATCH instead.",
    TARGET_GROUP_CHANGING:
      "Passwords of this target group are being changed. Wait until that change has ended, then try again.",
    TARGET_GROUP_IN_USE: "This target group still has target systems. Move them to another target group first.",
    PASSWORD_POLICY_EXISTS:
      "A password policy with this ID already exists. Choose another ID, or change the existing one with PATCH.",
    PASSWORD_POLICY_BUILT_IN: "The service needs this password policy. Change its rules with PATCH instead.",
    PASSWORD_POLICY_IN_USE: "This password policy is in use. Choose another policy where it is used first.",
    GENERATED_PASSWORD_IMPOSSIBLE:
      "No password of this form was found that keeps the rules of the policy. Choose the other form, or another length.",
    ATTRIBUTE_DEFINITION_EXISTS: "A definition of this attribute and object type already exists. Change it with PATCH.",
    ACCOUNT_MANAGED:
      "The password of this account is managed, so it cannot be set, and the account cannot be renamed. Remove the operation, or end the management first, by an import rule with the action unbind.",
    MEMBERSHIP_INDIRECT:
      "The account belongs to this group through another group, which is a member of it. Remove the account from that group.",
    ACCOUNT_NOT_CLAIMABLE:
      "No account with this name can be claimed: it does not exist, its owner cannot change, or allowClaimAccounts is false.",
    USER_CLASS_EXISTS:
      "A user class with this ID already exists. Choose another ID, or change the existing one with PATCH.",
    USER_CLASS_BUILT_IN:
      "Classes with IDs that begin with '_' are built in and cannot be added or deleted. Choose another ID.",
    USER_CLASS_COMPUTED:
      "The members of this class are computed, so it has no stored members and no other condition. Create a class of your own.",
    USER_CLASS_IN_USE: "The user class is in use. Remove its uses first.",
    USER_CLASS_TOO_LARGE:
      "The user class has too many members to be deleted at once. Set its condition to null, wait until it is empty, then delete it.",
    USER_CLASS_MEMBER_EXISTS: "This user was already added to the class.",
    USER_CLASS_MEMBER_BY_CONDITION:
      "The user is a member by the condition of the class. Change the condition, or the user, instead.",
    QUESTION_EXISTS: "This user already has this question. Remove it first, or choose another question.",
    WEBHOOKS_MAX: "The limit of webhooks is reached. Delete one first.",
    PLUGIN_DELIVERY_NOT_DEAD:
      "This delivery was not given up, so there is nothing to retry. Reload the delivery; only one in the state dead can be retried.",
    WEBHOOK_DISABLED: "This webhook is disabled and receives no events. Set enabled to true first.",
    PROXY_EXISTS:
      "A proxy server with this ID is already enrolled. Choose another ID, or replace the existing one (`replace`, at the command line --replace).",
  },
});
