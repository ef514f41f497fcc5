import { PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import type { Template } from "../../api/model.ts";
import { templateQuery } from "../../api/templates.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { PhasePicture } from "../phases/phase-picture.tsx";
import { usePhasesEditing } from "../phases/use-phases-editing.ts";

const PhaseList = openedLater(async () => (await import("../phases/phase-list.tsx")).PhaseList);

/** Page of the approval phases of a template, which come before those of what it requests. */
export function TemplatePhasesPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(templateQuery(key));
  const template = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={say("template.phasesOf", { name: template?.name ?? "" })}
        list={{ path: paths.template(key), title: "template.title", isOneThing: true }}
      />
      <EntityStanding entity={read} unreadable={say("template.unreadable")} gone={say("template.gone")} />
      {template === undefined ? null : <PhasesForm key={template.key} template={template} />}
    </PageSection>
  );
}

function PhasesForm({ template }: { readonly template: Template }) {
  const say = useText();
  const may = useMay();
  const place = { set: "templates", key: template.key } as const;
  const { shown, names, faults, edit, save, editing } = usePhasesEditing(template, place);
  const { authorizationPhases: phases } = shown;
  const isReadOnly = !may("templates_post_setauthorizationphases");
  return (
    <>
      <p>{say("template.phasesExplained")}</p>
      {phases.length === 0 ? null : (
        <>
          <Title headingLevel="h2">{say("phases.picture")}</Title>
          <PhasePicture phases={phases} names={names} />
        </>
      )}
      <EditForm editing={editing} isReadOnly={isReadOnly} save={save}>
        <Title headingLevel="h2">{say("template.phases")}</Title>
        <PhaseList
          phases={phases}
          names={names}
          isReadOnly={isReadOnly}
          faults={faults}
          change={(authorizationPhases) => edit({ authorizationPhases })}
        />
      </EditForm>
    </>
  );
}
