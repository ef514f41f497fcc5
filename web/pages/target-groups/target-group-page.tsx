import { PageSection, Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import type { Tagged } from "../../api/call.ts";
import type { TargetGroup } from "../../api/model.ts";
import { passwordPoliciesQuery, systemsOfGroupQuery, targetGroupQuery } from "../../api/target-systems.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { type TextKey, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { GroupRemoval } from "./group-removal.tsx";
import { policyChoices } from "./policy-choices.ts";

/** Page of a target group: its password policy and its target systems. */
export function TargetGroupPage() {
  const say = useText();
  const { key = "" } = useParams();
  const { data: group, error } = useQuery(targetGroupQuery(key));
  return (
    <PageSection>
      <PageTitle name={say("targetGroup.titleOf", { id: key })} />
      {error === null ? null : <ErrorAlert error={error} title={say("targetGroup.unreadable")} />}
      {group === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <>
          <GroupForm key={group.id} group={group} />
          <Systems id={group.id} />
          <GroupRemoval id={group.id} />
        </>
      )}
    </PageSection>
  );
}

const waiting = ["syncPasswords", "uniquePasswords"] as const;

function GroupForm({ group }: { readonly group: Tagged<TargetGroup> }) {
  const say = useText();
  const may = useMay();
  const policies = useQuery(passwordPoliciesQuery);
  const editing = useEditing(group, { set: "targetGroups", key: group.id });
  const { shown, faults, edit, save } = editing;
  const text = (name: "description" | "helpUrl", label: TextKey) => (
    <FormField
      id={name}
      label={say(label)}
      input={{ is: "text" }}
      value={shown[name]}
      fault={faults.get(name)}
      change={(value) => edit({ [name]: value === "" ? null : value })}
    />
  );
  return (
    <EditForm editing={editing} isReadOnly={!may("targetgroups_patch_update")} save={() => save()}>
      {text("description", "target.field.description")}
      {text("helpUrl", "targetGroup.helpUrl")}
      <FormField
        id="passwordPolicyId"
        label={say("targetGroup.policy")}
        help={say("targetGroup.policyHelp")}
        input={{ is: "choice", choices: policyChoices(policies.data, shown.passwordPolicyId) }}
        value={shown.passwordPolicyId}
        fault={faults.get("passwordPolicyId")}
        change={(value) => edit({ passwordPolicyId: String(value) })}
      />
      {waiting.map((name) => (
        <FormField
          key={name}
          id={name}
          label={say(`targetGroup.${name}`)}
          help={say("field.waits")}
          input={{ is: "flag" }}
          value={shown[name]}
          isDisabled
          change={(value) => edit({ [name]: value })}
        />
      ))}
    </EditForm>
  );
}

function Systems({ id }: { readonly id: string }) {
  const say = useText();
  const { data: systems, error } = useQuery(systemsOfGroupQuery(id));
  return (
    <section>
      <Title headingLevel="h2">{say("targets.title")}</Title>
      {error === null ? null : <ErrorAlert error={error} />}
      {systems?.length === 0 ? <p>{say("targetGroup.noSystems")}</p> : null}
      <ul>
        {(systems ?? []).map((system) => (
          <li key={system.id}>
            <Link to={paths.target(system.id)}>{system.id}</Link> {system.description}
          </li>
        ))}
      </ul>
    </section>
  );
}
