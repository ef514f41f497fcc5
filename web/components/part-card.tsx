import { Card, CardBody, CardFooter, CardTitle, Label, Skeleton } from "@patternfly/react-core";
import type { ReactNode } from "react";

import type { Page } from "../api/odata.ts";
import { useText } from "../messages/text.ts";
import { ErrorAlert } from "./error-alert.tsx";
import { MoreTold } from "./more-told.tsx";

interface PartCardProps<Row> {
  readonly title: string;
  /** The rows; undefined while they are loading. */
  readonly rows: { readonly data: Page<Row> | undefined; readonly error: unknown };
  /** Message if there are no rows. */
  readonly empty: string;
  readonly footer?: ReactNode;
  children(rows: readonly Row[]): ReactNode;
}

const countOf = <Row,>({ value, ...page }: Page<Row>) => page["@odata.count"] ?? value.length;

/** A part of the page of one object with rows of its own: their number, the shown ones and the error. */
export function PartCard<Row>({ title, rows: { data, error }, empty, footer, children }: PartCardProps<Row>) {
  const say = useText();
  return (
    <Card component="section">
      <CardTitle component="h2">
        {title} {data === undefined ? null : <Label isCompact>{countOf(data)}</Label>}
      </CardTitle>
      <CardBody>
        {error === null ? null : <ErrorAlert error={error} />}
        {data === undefined && error === null ? <Skeleton screenreaderText={say("state.loading")} /> : null}
        {data === undefined ? null : (
          <Shown page={data} empty={empty}>
            {children}
          </Shown>
        )}
      </CardBody>
      {footer === undefined ? null : <CardFooter>{footer}</CardFooter>}
    </Card>
  );
}

interface ShownProps<Row> extends Pick<PartCardProps<Row>, "empty" | "children"> {
  readonly page: Page<Row>;
}

function Shown<Row>({ page, empty, children }: ShownProps<Row>) {
  if (page.value.length === 0) return <p>{empty}</p>;
  return (
    <>
      {children(page.value)}
      <MoreTold shown={page.value.length} count={countOf(page)} />
    </>
  );
}
