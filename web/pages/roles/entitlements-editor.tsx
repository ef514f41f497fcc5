import { Button, FormSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { roleEntitlementsMax } from "#domain/role-limits.ts";
import { entitlementKinds } from "#domain/roles/role-content.ts";

import { itemsByKeyQuery, roleNamesQuery } from "../../api/roles.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { groupNamesQuery } from "../../api/templates.ts";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";
import { type EntitlementDraft, newEntitlement } from "./entitlement-drafts.ts";
import { entitlementWords, type ItemNames } from "./role-words.ts";

interface EntitlementsEditorProps {
  /** Key of the role, which cannot contain itself. */
  readonly roleKey: string;
  readonly entitlements: readonly EntitlementDraft[];
  /** Error texts of the API by the places of the values, such as `entitlements.0.groupKey`. */
  readonly faults: ReadonlyMap<string, string>;
  change(entitlements: readonly EntitlementDraft[]): void;
}

/** An editor of what a role gives: accounts, memberships in managed groups, and other roles. */
export function EntitlementsEditor({ roleKey, entitlements, faults, change }: EntitlementsEditorProps) {
  const say = useText();
  const names = useQuery(
    itemsByKeyQuery(entitlements.flatMap((one) => [one.groupKey, one.roleKey]).filter((key) => key !== "")),
  ).data;
  return (
    <>
      {entitlements.map((entitlement, index) => (
        <FormSection
          // An entitlement has no key of its own, and all of it changes while it is entered.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          titleElement="h2"
          title={say("role.entitlement", { number: index + 1 })}
        >
          <EntitlementEditor
            id={`entitlement-${index}`}
            roleKey={roleKey}
            entitlement={entitlement}
            names={names}
            faultOf={(name) => faults.get(`entitlements.${index}.${name}`)}
            change={(changed) => change(entitlements.map((one, at) => (at === index ? { ...one, ...changed } : one)))}
          />
          <div>
            <Button variant="link" isInline onClick={() => change(entitlements.filter((_one, at) => at !== index))}>
              {say("role.removeEntitlement", { number: index + 1 })}
            </Button>
          </div>
        </FormSection>
      ))}
      {entitlements.length >= roleEntitlementsMax ? null : (
        <div>
          <Button variant="secondary" onClick={() => change([...entitlements, newEntitlement])}>
            {say("role.addEntitlement")}
          </Button>
        </div>
      )}
    </>
  );
}

interface EntitlementEditorProps {
  readonly id: string;
  readonly roleKey: string;
  readonly entitlement: EntitlementDraft;
  readonly names: ItemNames | undefined;
  faultOf(name: keyof EntitlementDraft): string | undefined;
  change(changed: Partial<EntitlementDraft>): void;
}

function EntitlementEditor(props: EntitlementEditorProps) {
  const { id, entitlement, faultOf, change } = props;
  const say = useText();
  const { data: targets = [] } = useQuery(targetNamesQuery);
  const { kind, targetSystemKey, attributes } = entitlement;
  const ofTargets = targets.map((one) => ({ value: one.id, label: `${one.id} – ${one.description}` }));
  return (
    <>
      <FormField
        id={`${id}-kind`}
        label={say("role.kind")}
        fault={faultOf("kind")}
        input={{
          is: "choice",
          choices: entitlementKinds.map((value) => ({ value, label: say(`role.kind.${value}`) })),
        }}
        value={kind}
        change={(chosen) => change({ ...newEntitlement, kind: chosen as EntitlementDraft["kind"] })}
      />
      {kind === "role" ? (
        <RoleField {...props} />
      ) : (
        <FormField
          id={`${id}-targetSystemKey`}
          label={say(kind === "account" ? "role.target" : "role.groupsOf")}
          fault={faultOf("targetSystemKey")}
          isRequired={kind === "account"}
          input={{ is: "choice", choices: withKnown(ofTargets, targetSystemKey, targetSystemKey, say("value.none")) }}
          value={targetSystemKey}
          change={(chosen) => change({ targetSystemKey: String(chosen), groupKey: "" })}
        />
      )}
      {kind === "membership" ? <GroupField {...props} /> : null}
      {kind === "account" ? (
        <FormField
          id={`${id}-attributes`}
          label={say("role.attributes")}
          help={say("role.attributesHelp")}
          fault={faultOf("attributes")}
          input={{ is: "lines" }}
          value={attributes}
          change={(lines) => change({ attributes: lines as readonly string[] })}
        />
      ) : null}
    </>
  );
}

function GroupField({ id, entitlement, names, faultOf, change }: EntitlementEditorProps) {
  const say = useText();
  const { targetSystemKey, groupKey } = entitlement;
  const { data: groups = [] } = useQuery(groupNamesQuery(targetSystemKey));
  const choices = groups.map(({ key, name }) => ({ value: key, label: name }));
  const known = entitlementWords({ ...nothing, kind: "membership", groupKey }, names, say);
  return (
    <FormField
      id={`${id}-groupKey`}
      label={say("role.group")}
      fault={faultOf("groupKey")}
      isRequired
      input={{ is: "choice", choices: withKnown(choices, groupKey, known, say("value.none")) }}
      value={groupKey}
      change={(chosen) => change({ groupKey: String(chosen) })}
    />
  );
}

function RoleField({ id, roleKey, entitlement, names, faultOf, change }: EntitlementEditorProps) {
  const say = useText();
  const { data: roles = [] } = useQuery(roleNamesQuery);
  const choices = roles
    .filter(({ key, state }) => key !== roleKey && state === "inForce")
    .map(({ key, id: name, description }) => ({
      value: key,
      label: description === null ? name : `${name} – ${description}`,
    }));
  const known = entitlementWords({ ...nothing, kind: "role", roleKey: entitlement.roleKey }, names, say);
  return (
    <FormField
      id={`${id}-roleKey`}
      label={say("role.title")}
      fault={faultOf("roleKey")}
      isRequired
      input={{ is: "choice", choices: withKnown(choices, entitlement.roleKey, known, say("value.none")) }}
      value={entitlement.roleKey}
      change={(chosen) => change({ roleKey: String(chosen) })}
    />
  );
}

const nothing = { targetSystemKey: null, groupKey: null, roleKey: null, attributes: null };

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Adds the empty choice, and what was chosen before, also while its list is not loaded. */
function withKnown(choices: readonly Choice[], value: string, label: string, none: string): readonly Choice[] {
  const isListed = value === "" || choices.some((one) => one.value === value);
  return [{ value: "", label: none }, ...choices, ...(isListed ? [] : [{ value, label }])];
}
