import { Button, PageSection } from "@patternfly/react-core";
import { Link, useNavigate, useRouteError } from "react-router";

import { PageTitle } from "../components/announce.tsx";
import { ErrorAlert } from "../components/error-alert.tsx";
import { useText } from "../messages/text.ts";
import { paths } from "../paths.ts";

/** Page that replaces one that could not be drawn. */
export function ErrorPage() {
  const say = useText();
  const error = useRouteError();
  const navigate = useNavigate();
  return (
    <PageSection>
      <PageTitle name={say("error.title")} />
      <ErrorAlert error={error} />
      <Button variant="primary" onClick={() => void navigate(0)}>
        {say("action.tryAgain")}
      </Button>
    </PageSection>
  );
}

/** Page of an address that does not exist. */
export function NotFoundPage() {
  const say = useText();
  return (
    <PageSection>
      <PageTitle name={say("notFound.title")} />
      <p>{say("notFound.explained")}</p>
      <Link to={paths.home}>{say("home.title")}</Link>
    </PageSection>
  );
}
