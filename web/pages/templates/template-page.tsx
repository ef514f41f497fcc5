import { Button, PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";

import { call } from "../../api/call.ts";
import type { Template } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { templateQuery, templatesPath } from "../../api/templates.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { operationWords } from "../../messages/request-words.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

const TemplateDialog = openedLater(
  async () => (await withTexts("catalogue", import("./template-dialog.tsx"))).TemplateDialog,
);

/** Page of a template: what it requests, its form, and its actions. */
export function TemplatePage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(templateQuery(key));
  const template = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={template?.name ?? say("template.title")}
        list={{ path: paths.templates, title: "templates.title" }}
        {...(template !== undefined && { actions: <TemplateActions template={template} /> })}
      />
      <EntityStanding entity={read} unreadable={say("template.unreadable")} gone={say("template.gone")} />
      {template === undefined ? null : <TemplateFacts template={template} />}
    </PageSection>
  );
}

function TemplateActions({ template }: { readonly template: Template }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<"edit" | "remove">();
  const close = () => setOpened(undefined);
  const { key, name, enabled } = template;
  return (
    <>
      {enabled && may("templates_post_request") ? (
        <Button variant="primary" onClick={() => void navigate(paths.useTemplate(key))}>
          {say("template.use")}
        </Button>
      ) : null}
      {may("templates_patch_update") ? (
        <Button variant="secondary" onClick={() => setOpened("edit")}>
          {say("template.modify")}
        </Button>
      ) : null}
      {may("templates_delete") ? (
        <Button variant="link" isDanger onClick={() => setOpened("remove")}>
          {say("template.remove")}
        </Button>
      ) : null}
      {opened === "edit" ? <TemplateDialog template={template} close={close} /> : null}
      {opened === "remove" ? (
        <ConfirmDialog
          title={say("template.delete")}
          of={name}
          explained={say("template.deleteExplained")}
          action={say("template.remove")}
          isDanger
          call={call("DELETE templates()", { key })}
          sets={[templatesPath, pathOf("catalogueItems")]}
          leave={() => navigate(paths.templates)}
          close={close}
        />
      ) : null}
    </>
  );
}

function TemplateFacts({ template }: { readonly template: Template }) {
  const say = useText();
  const { key, description, usableBy, recipients, enabled, formFields, operations, authorizationPhases } = template;
  const facts = [
    { term: say("declared.templates.description"), value: description },
    { term: say("template.state"), value: say(enabled ? "template.enabled" : "template.disabled") },
    { term: say("declared.templates.usableBy"), value: usableBy ?? say("template.everyone") },
    { term: say("declared.templates.recipients"), value: recipients ?? say("template.everyone") },
    { term: say("declared.templates.formFields"), value: formFields.map(({ label }) => label).join(", ") },
    {
      term: say("template.phases"),
      value: (
        <Link to={paths.templatePhases(key)}>{say("template.phasesCount", { count: authorizationPhases.length })}</Link>
      ),
    },
  ];
  return (
    <>
      <Facts facts={facts} />
      <Title headingLevel="h2">{say("declared.templates.operations")}</Title>
      <ol>
        {operations.map((operation) => (
          <li key={`${operation.code} ${operation.targetSystemKey} ${operation.groupKey}`}>
            {operationWords(operation.code, say)}: {operation.targetSystemKey}
            {operation.groupKey === null ? null : (
              <>
                {" "}
                <Link to={paths.group(operation.groupKey)}>{say("template.group")}</Link>
              </>
            )}
            {Object.entries(operation.attributes ?? {}).map(([name, value]) => (
              <div key={name} className="gatehouse-small">
                <code>{`${name}=${[value].flat().join(", ")}`}</code>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
