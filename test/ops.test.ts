import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments, parseDocument } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '../src/config/load/load-config.ts';
import { serviceStopSeconds } from '../src/time/deadline.ts';

/** The examples of `ops/`: YAML that can be read, configs that load, and what they must agree on with the gateway. */

const root = fileURLToPath(new URL('..', import.meta.url));
const text = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Secrets stand in files that are mounted there and not here. */
const withSecrets = (config: string): string => config.replaceAll(/\$\{file:[^}]*\}/g, '${SECRET}');
const secrets = { SECRET: 'postgres://gateway@database/gateway' };

const compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      secrets: z.array(z.string()),
      stop_grace_period: z.string().optional(),
      read_only: z.boolean().optional(),
    }),
  ),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

const mount = z.object({ name: z.string(), mountPath: z.string() });
const probe = z.looseObject({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  kind: z.literal('Deployment'),
  spec: z.looseObject({
    replicas: z.number(),
    template: z.looseObject({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        securityContext: z.looseObject({ runAsNonRoot: z.literal(true) }),
        volumes: z.array(z.looseObject({ name: z.string() })),
        containers: z.tuple([
          z.looseObject({
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            securityContext: z.looseObject({ readOnlyRootFilesystem: z.literal(true) }),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
            volumeMounts: z.array(mount),
          }),
        ]),
      }),
    }),
  }),
});

it('every YAML file can be read, and says nothing twice', () => {
  const names = globSync('ops/**/*.yaml', { cwd: root });
  expect(names.length).toBeGreaterThan(3);
  for (const name of names)
    for (const document of parseAllDocuments(text(name)))
      expect('errors' in document ? [...document.errors, ...document.warnings] : [], name).toEqual([]);
});

it.each(['ops/compose/gateway.yaml', 'ops/kubernetes/gateway.yaml'])(
  '%s is a config without faults',
  (name) => {
    const { config, findings } = parseConfig(withSecrets(text(name)), join(root, name), secrets);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(config?.journal.postgres).toBeDefined();
  },
);

/** Of `${file:FOLDER/NAME}`: the names. */
const secretFiles = (name: string, folder: string): readonly string[] =>
  [...text(name).matchAll(/\$\{file:([^}]*)\/([^}/]*)\}/g)].map(([, above, file = '']) => {
    expect(above).toBe(folder);
    return file;
  });

describe('compose', () => {
  const { services, secrets: known } = compose.parse(parseDocument(text('ops/compose/compose.yaml')).toJS());

  it('gives the gateway the secrets that its config reads', () => {
    expect(services.gateway?.secrets.toSorted()).toEqual(
      secretFiles('ops/compose/gateway.yaml', '/run/secrets').toSorted(),
    );
    for (const { secrets: used } of Object.values(services))
      expect(Object.keys(known)).toEqual(expect.arrayContaining(used));
  });

  it('gives it time to end, and nothing to write to', () => {
    expect(services.gateway).toMatchObject({ read_only: true, stop_grace_period: `${serviceStopSeconds}s` });
  });
});

describe('Kubernetes', () => {
  const documents = parseAllDocuments(text('ops/kubernetes/deployment.yaml')).map((one) => one.toJS());
  const { spec } = deployment.parse(documents.find(({ kind }) => kind === 'Deployment'));
  const pod = spec.template.spec;
  const [container] = pod.containers;

  it('runs several, and gives each time to end', () => {
    expect(spec.replicas).toBeGreaterThan(1);
    expect(pod.terminationGracePeriodSeconds).toBe(serviceStopSeconds);
  });

  it('asks each address for what it answers', () => {
    const { config } = parseConfig(
      withSecrets(text('ops/kubernetes/gateway.yaml')),
      '/config/gateway.yaml',
      secrets,
    );
    const portOf = (name: string): string =>
      `0.0.0.0:${container.ports.find((one) => one.name === name)?.containerPort}`;
    expect([config?.http.operator?.listen, config?.http.webhook?.listen]).toEqual([
      portOf('operator'),
      portOf('webhook'),
    ]);
    expect(container.livenessProbe.httpGet).toEqual({ path: '/health/live', port: 'operator' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/health/ready', port: 'operator' });
  });

  it('mounts what the config names, each from a volume that is there', () => {
    const volumes = pod.volumes.map(({ name }) => name);
    expect(container.volumeMounts.map(({ name }) => name).toSorted()).toEqual(volumes.toSorted());
    const at = container.volumeMounts.map(({ mountPath }) => mountPath);
    expect(at).toEqual(expect.arrayContaining(['/config', '/secrets', '/tls', '/erp', '/tmp']));
    expect(secretFiles('ops/kubernetes/gateway.yaml', '/secrets')).toHaveLength(3);
  });

  it('leads the webhook and what guards it to these pods', () => {
    const { labels } = spec.template.metadata;
    const others = documents.filter(({ kind }) => kind !== 'Deployment');
    expect(others.map(({ kind }) => kind)).toEqual(['Service', 'PodDisruptionBudget']);
    for (const { spec: other } of others)
      expect(other.selector.matchLabels ?? other.selector).toEqual(labels);
  });
});
