# The shop without what building takes: deploy/install.sh does the work, here and without containers.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN deploy/install.sh /shop

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin livfit \
  && install -d -o livfit -g livfit -m 0700 /data /assets /backups
COPY --from=build /shop /shop
USER 10001:10001
WORKDIR /shop
# Run it with a read-only root: it writes to /data, and to /assets and /backups where replicas share them.
ENV PATH=/shop/node_modules/.bin:/usr/bin:/bin HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
  NODE_COMPILE_CACHE=/data/compile-cache
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "scripts/check-health.ts"]
ENTRYPOINT ["/shop/deploy/serve.sh"]
