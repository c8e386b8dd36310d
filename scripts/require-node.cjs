// Runs first, on whatever Node is installed: old versions cannot even parse the other files.
var required = 24;
var found = process.versions.node;
if (Number(found.split('.')[0]) < required) {
  process.stderr.write(
    'Node ' +
      found +
      ' is too old: the shop runs on Node ' +
      required +
      ', which "npm ci" installs into node_modules. Run it (again), and start by "npm start".\n',
  );
  process.exit(1);
}
