import { copyObject } from './endpoints/copy-object.ts';
import { createBucket } from './endpoints/create-bucket.ts';
import { deleteBucket, emptyBucket } from './endpoints/delete-bucket.ts';
import { describeAllowed, describePublic } from './endpoints/describe-object.ts';
import { downloadAllowed, downloadPublic, downloadSigned } from './endpoints/download-object.ts';
import { listOneFolder, listPages } from './endpoints/list-objects.ts';
import { moveObject } from './endpoints/move-object.ts';
import { getBucket, listBuckets } from './endpoints/read-buckets.ts';
import { refuseFeature, refuseResumable } from './endpoints/refuse-feature.ts';
import { removeObject, removeObjects } from './endpoints/remove-objects.ts';
import { renderAllowed, renderPublic, renderSigned } from './endpoints/render-image.ts';
import { signDownload, signDownloads } from './endpoints/sign-download.ts';
import { signUpload, uploadSigned } from './endpoints/sign-upload.ts';
import { updateBucket } from './endpoints/update-bucket.ts';
import { createObject, replaceObject } from './endpoints/upload-object.ts';
import type { Endpoint } from './services.ts';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ALL';
  /** Path under `/storage/v1`. */
  path: string;
  /** What policies see as `storage.operation()`. */
  operation: string;
  endpoint: Endpoint;
  /**
   * `key` by default: a key or token. `none`: the URL is enough. `optional`: without a valid token
   * the call is anonymous. `service`: the secret key.
   */
  access?: 'none' | 'optional' | 'service';
}

const object = '/:bucket/:name{[\\s\\S]+}';

/** In matching order: fixed words come before bucket names. */
export const routes: readonly Route[] = [
  { method: 'GET', path: '/bucket', operation: 'storage.bucket.list', endpoint: listBuckets },
  { method: 'POST', path: '/bucket', operation: 'storage.bucket.create', endpoint: createBucket },
  { method: 'GET', path: '/bucket/:bucket', operation: 'storage.bucket.get', endpoint: getBucket },
  {
    method: 'PUT',
    path: '/bucket/:bucket',
    operation: 'storage.bucket.update',
    endpoint: updateBucket,
  },
  {
    method: 'DELETE',
    path: '/bucket/:bucket',
    operation: 'storage.bucket.delete',
    endpoint: deleteBucket,
  },
  {
    method: 'POST',
    path: '/bucket/:bucket/empty',
    operation: 'storage.bucket.empty',
    endpoint: emptyBucket,
    access: 'service',
  },

  {
    method: 'GET',
    path: `/object/public${object}`,
    operation: 'storage.object.get_public',
    endpoint: downloadPublic,
    access: 'none',
  },
  {
    method: 'GET',
    path: `/object/authenticated${object}`,
    operation: 'storage.object.get_authenticated',
    endpoint: downloadAllowed,
  },
  {
    method: 'GET',
    path: `/object/sign${object}`,
    operation: 'storage.object.get_signed',
    endpoint: downloadSigned,
    access: 'none',
  },
  {
    method: 'GET',
    path: `/object/info/public${object}`,
    operation: 'storage.object.info_public',
    endpoint: describePublic,
    access: 'none',
  },
  {
    method: 'GET',
    path: `/object/info/authenticated${object}`,
    operation: 'storage.object.info_authenticated',
    endpoint: describeAllowed,
  },
  {
    method: 'GET',
    path: `/object/info${object}`,
    operation: 'storage.object.info_authenticated',
    endpoint: describeAllowed,
    access: 'optional',
  },
  { method: 'POST', path: '/object/move', operation: 'storage.object.move', endpoint: moveObject },
  { method: 'POST', path: '/object/copy', operation: 'storage.object.copy', endpoint: copyObject },
  {
    method: 'POST',
    path: '/object/list/:bucket',
    operation: 'storage.object.list',
    endpoint: listOneFolder,
  },
  {
    method: 'POST',
    path: '/object/list-v2/:bucket',
    operation: 'storage.object.list_v2',
    endpoint: listPages,
  },
  {
    method: 'POST',
    path: `/object/upload/sign${object}`,
    operation: 'storage.object.sign_upload_url',
    endpoint: signUpload,
  },
  {
    method: 'PUT',
    path: `/object/upload/sign${object}`,
    operation: 'storage.object.upload_signed',
    endpoint: uploadSigned,
    access: 'none',
  },
  {
    method: 'POST',
    path: `/object/sign${object}`,
    operation: 'storage.object.sign',
    endpoint: signDownload,
  },
  {
    method: 'POST',
    path: '/object/sign/:bucket',
    operation: 'storage.object.sign_many',
    endpoint: signDownloads,
  },
  {
    method: 'GET',
    path: `/object${object}`,
    operation: 'storage.object.get_authenticated',
    endpoint: downloadAllowed,
    access: 'optional',
  },
  {
    method: 'POST',
    path: `/object${object}`,
    operation: 'storage.object.upload',
    endpoint: createObject,
  },
  {
    method: 'PUT',
    path: `/object${object}`,
    operation: 'storage.object.upload_update',
    endpoint: replaceObject,
  },
  {
    method: 'DELETE',
    path: `/object${object}`,
    operation: 'storage.object.delete',
    endpoint: removeObject,
  },
  {
    method: 'DELETE',
    path: '/object/:bucket',
    operation: 'storage.object.delete_many',
    endpoint: removeObjects,
  },

  {
    method: 'GET',
    path: `/render/image/public${object}`,
    operation: 'storage.render.image_public',
    endpoint: renderPublic,
    access: 'none',
  },
  {
    method: 'GET',
    path: `/render/image/authenticated${object}`,
    operation: 'storage.render.image_authenticated',
    endpoint: renderAllowed,
  },
  {
    method: 'GET',
    path: `/render/image/sign${object}`,
    operation: 'storage.render.image_sign',
    endpoint: renderSigned,
    access: 'none',
  },

  {
    method: 'ALL',
    path: '/upload/resumable/*',
    operation: 'storage.tus.upload',
    endpoint: refuseResumable,
    access: 'none',
  },
  ...['iceberg', 'vector', 's3', 'cdn'].map(
    (feature): Route => ({
      method: 'ALL',
      path: `/${feature}/*`,
      operation: `storage.${feature}`,
      endpoint: refuseFeature,
      access: 'none',
    }),
  ),
];
