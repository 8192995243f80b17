// The image's bill of materials as SPDX 2.3 JSON: Debian packages from stdin (name, version, source
// with tabs between), npm packages that end up in the web client from its lock file.
import { readFileSync } from 'node:fs';

const version = process.env.VERSION ?? 'unknown';
const revision = process.env.REVISION ?? 'unknown';
const id = (text) => `SPDXRef-${text.replace(/[^A-Za-z0-9.-]/g, '-')}`;

const debian = readFileSync(0, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
  .map(([name, packageVersion, source]) => ({
    SPDXID: id(`deb-${name}`),
    name,
    versionInfo: packageVersion,
    downloadLocation: 'NOASSERTION',
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: 'NOASSERTION',
    comment: `Licence: /usr/share/doc/${name}/copyright`,
    sourceInfo: `built from Debian source package ${source}`,
    externalRefs: [
      {
        referenceCategory: 'PACKAGE-MANAGER',
        referenceType: 'purl',
        referenceLocator: `pkg:deb/debian/${name}@${encodeURIComponent(packageVersion)}`,
      },
    ],
  }));

const lock = JSON.parse(readFileSync(process.argv[2], 'utf8'));
// Svelte is a tool of the build, but its runtime is compiled into the pages.
const bundled = ([path, entry]) => path !== '' && (!entry.dev || path === 'node_modules/svelte');
const npm = Object.entries(lock.packages)
  .filter(bundled)
  .map(([path, entry]) => {
    const name = path.replace(/^.*node_modules\//, '');
    return {
      SPDXID: id(`npm-${name}-${entry.version}`),
      name,
      versionInfo: entry.version,
      downloadLocation: 'NOASSERTION',
      licenseConcluded: 'NOASSERTION',
      licenseDeclared: entry.license ?? 'NOASSERTION',
      externalRefs: [
        {
          referenceCategory: 'PACKAGE-MANAGER',
          referenceType: 'purl',
          referenceLocator: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
        },
      ],
    };
  });

const own = {
  SPDXID: 'SPDXRef-castellan',
  name: 'castellan',
  versionInfo: version,
  downloadLocation: 'NOASSERTION',
  licenseConcluded: 'NOASSERTION',
  licenseDeclared: 'NOASSERTION',
  comment: `revision ${revision}`,
};
const parts = [...debian, ...npm];
console.log(
  JSON.stringify(
    {
      spdxVersion: 'SPDX-2.3',
      dataLicense: 'CC0-1.0',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: `castellan-${version}`,
      documentNamespace: `urn:castellan:${version}:${revision}`,
      creationInfo: {
        // The revision decides what is inside; a time would make two equal images differ.
        created: '1970-01-01T00:00:00Z',
        creators: ['Tool: castellan-deploy-docker-bill'],
      },
      packages: [own, ...parts],
      relationships: [
        { spdxElementId: 'SPDXRef-DOCUMENT', relationshipType: 'DESCRIBES', relatedSpdxElement: own.SPDXID },
        ...parts.map((part) => ({
          spdxElementId: own.SPDXID,
          relationshipType: 'CONTAINS',
          relatedSpdxElement: part.SPDXID,
        })),
      ],
    },
    null,
    1,
  ),
);
