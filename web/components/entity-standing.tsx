import { Skeleton } from "@patternfly/react-core";

import { CallError } from "../base/call-error.ts";
import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";
import { Notice } from "./notice.tsx";

/** Result of reading the object of a page. */
export interface ReadEntity<Entity> {
  readonly data: Entity | undefined;
  readonly error: unknown;
}

interface EntityStandingProps {
  readonly entity: ReadEntity<unknown>;
  /** Title of the error if the object could not be read. */
  readonly unreadable: string;
  /** Message if the object no longer exists. */
  readonly gone: string;
}

/** Returns the object of a page; undefined if it no longer exists. */
export function present<Entity>({ data, error }: ReadEntity<Entity>): Entity | undefined {
  return isGone(error) ? undefined : data;
}

/** Message about an object that is loading, no longer exists, or could not be read. */
export function EntityStanding({ entity: { data, error }, unreadable, gone }: EntityStandingProps) {
  const say = useText();
  if (isGone(error) && data !== undefined) return <Notice kind="info" title={gone} />;
  if (error !== null) return <ErrorAlert error={error} title={unreadable} />;
  return data === undefined ? <Skeleton screenreaderText={say("state.loading")} height="12rem" /> : null;
}

function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}
