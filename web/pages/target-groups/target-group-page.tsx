import { PageSection, Skeleton, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import type { Tagged } from "../../api/call.ts";
import { targetGroups } from "../../api/declared/target-groups.ts";
import type { TargetGroup } from "../../api/model.ts";
import { systemsOfGroupQuery, targetGroupQuery } from "../../api/target-systems.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { trimmedValues } from "../../forms/declared-values.ts";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { GroupRemoval } from "./group-removal.tsx";
import { PolicyField } from "./policy-field.tsx";

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

function GroupForm({ group }: { readonly group: Tagged<TargetGroup> }) {
  const may = useMay();
  const editing = useEditing(group, { set: "targetGroups", key: group.id });
  const isReadOnly = !may("targetgroups_patch_update");
  return (
    <EditForm editing={editing} isReadOnly={isReadOnly} save={() => editing.save(trimmedValues(editing.edits))}>
      <DeclaredFields
        of={targetGroups}
        {...editing.fields}
        isReadOnly={isReadOnly}
        own={{ passwordPolicyId: (field) => <PolicyField {...field} /> }}
      />
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
