interface Routes {
  readonly routes: readonly { readonly path?: string }[];
}

const files = import.meta.glob<Routes>(["./*.ts", "!./areas*.ts", "!./router.ts", "!./*.{test,fixture}.ts"], {
  eager: true,
});

/** Every page by the path of its route, with the area whose file it is in. */
export const everyRoute = Object.entries(files).flatMap(([file, { routes }]) =>
  routes.map(({ path = "" }) => ({ path, area: file.slice("./".length, -".ts".length) })),
);
