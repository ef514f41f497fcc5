import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import type { Template } from "../../api/model.ts";
import { templateQuery } from "../../api/templates.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { PhasesForm } from "../phases/phases-form.tsx";

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
      {template === undefined ? null : <TemplatePhases key={template.key} template={template} />}
    </PageSection>
  );
}

function TemplatePhases({ template }: { readonly template: Template }) {
  const say = useText();
  const may = useMay();
  return (
    <>
      <p>{say("template.phasesExplained")}</p>
      <PhasesForm
        stored={template}
        place={{ set: "templates", key: template.key }}
        isReadOnly={!may("templates_post_setauthorizationphases")}
        title={say("template.phases")}
      />
    </>
  );
}
