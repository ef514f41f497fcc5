import { Title } from "@patternfly/react-core";

import { targetSystems } from "../../api/declared/target-systems.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { DeclaredFields } from "../../forms/declared-fields.tsx";
import { namesIn, trimmedValues } from "../../forms/declared-values.ts";
import { EditForm } from "../../forms/edit-form.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { GroupField } from "./group-field.tsx";
import { useTarget } from "./target-context.ts";
import { TargetRemoval } from "./target-removal.tsx";

const ManagedGroups = openedLater(
  async () => (await withTexts("managed-groups", import("./managed-groups.tsx"))).ManagedGroups,
);
const ManagedGroupsTrial = openedLater(
  async () => (await withTexts("managed-groups", import("./managed-groups-trial.tsx"))).ManagedGroupsTrial,
);

const options = namesIn(targetSystems, "options");

/** Page of the properties and options of a target system; a save applies only to the version that was read. */
export function FactsPage() {
  const say = useText();
  const target = useTarget();
  const may = useMay();
  const editing = useEditing(target, { set: "targetSystems", key: target.id });
  const isReadOnly = !may("targetsystems_patch_update");
  const common = { ...editing.fields, isReadOnly };
  const mayTry = may("targetsystems_post_trialmanagedgroups");
  const takes = editing.shown.automaticallyDiscoverResourcesToLoad;
  return (
    <>
      <p>{target.type === null ? say("target.noConnector") : say("target.typeOf", { type: target.type })}</p>
      <EditForm editing={editing} isReadOnly={isReadOnly} save={() => editing.save(trimmedValues(editing.edits))}>
        <DeclaredFields
          of={targetSystems}
          {...common}
          leftOut={["type", ...options]}
          own={{ targetGroup: (field) => <GroupField {...field} /> }}
        />
        <Title headingLevel="h3">{say("target.options")}</Title>
        <DeclaredFields of={targetSystems} {...common} only={options} />
        {mayTry && takes !== target.automaticallyDiscoverResourcesToLoad ? (
          <ManagedGroupsTrial targetId={target.id} automatically={takes} />
        ) : null}
      </EditForm>
      {mayTry ? (
        <ManagedGroups targetId={target.id} automatically={target.automaticallyDiscoverResourcesToLoad} />
      ) : null}
      {!may("targetsystems_delete") ? null : <TargetRemoval id={target.id} />}
    </>
  );
}
