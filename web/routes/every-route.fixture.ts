interface Routes {
  readonly routes: readonly { readonly path?: string }[];
}

const files = import.meta.glob<Routes>(["./*.ts", "!./areas*.ts", "!./router.ts", "!./*.{test,fixture}.ts"], {
  eager: true,
});

/** All pages by the paths of their routes, with the areas whose files contain them. */
export const everyRoute = Object.entries(files).flatMap(([file, { routes }]) =>
  routes.map(({ path = "" }) => ({ path, area: file.slice("./".length, -".ts".length) })),
);
