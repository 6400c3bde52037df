# A server in a container: docker build -t secret-hitler . && docker run -p 8000:8000 -v tables:/data secret-hitler

FROM python:3.13-slim AS build
WORKDIR /checkout
COPY requirements.lock requirements-node.lock ./
RUN python -m venv /app && /app/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY . .
RUN /app/bin/pip install --no-cache-dir --no-build-isolation --no-deps . && /app/bin/pip uninstall --yes pip

# The doors into chats, in an image of their own: docker build --target doors -t secret-hitler-doors .
FROM build AS build-doors
RUN python -m pip --python /app/bin/python install --no-cache-dir --no-deps --require-hashes -r requirements-doors.lock \
    && python -m pip --python /app/bin/python install --no-cache-dir --no-build-isolation --no-deps ./doors

FROM python:3.13-slim AS doors
RUN useradd --system --uid 10001 --home-dir /data --create-home player
COPY --from=build-doors /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1
USER player
WORKDIR /data
VOLUME /data
ENTRYPOINT ["secret-hitler", "door"]

FROM python:3.13-slim
RUN useradd --system --uid 10001 --home-dir /data --create-home player
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONUNBUFFERED=1 SECRET_HITLER_HOST=0.0.0.0 SECRET_HITLER_PORT=8000 SECRET_HITLER_DATA=/data
USER player
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
    CMD ["python", "-c", "from os import environ; from urllib.request import urlopen; urlopen(f'http://127.0.0.1:{environ[\"SECRET_HITLER_PORT\"]}/health', timeout=2)"]
CMD ["secret-hitler", "serve"]
