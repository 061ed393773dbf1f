# Two stages: the first compiles, the second has only what runs.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
RUN npm ci
COPY src src
COPY simulator simulator
COPY packaging packaging
COPY bin bin
COPY schemas schemas
COPY mappings mappings
RUN npm run build

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force && mkdir -p /config /data && chown node:node /data
COPY bin bin
COPY schemas schemas
COPY mappings mappings
COPY samples samples
COPY docs docs
COPY --from=build /app/dist dist

# Config (read only will do) and everything the gateway writes: name /data/… for journal and folders in the config.
VOLUME ["/config", "/data"]
USER node

# Asks http.operator; the config must have `http: { operator: { listen: 127.0.0.1:8080 } }`.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:8080/health/live', (answer) => process.exit(answer.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]

# Each thread of its own would keep memory that it does not use.
ENV MALLOC_ARENA_MAX=2
ENTRYPOINT ["node", "--max-semi-space-size=8", "bin/gateway.js"]
CMD ["start", "--config", "/config/gateway.yaml"]
