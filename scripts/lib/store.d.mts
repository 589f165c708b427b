/** Whether OpenStack Swift with its S3 interface is installed, as Debian packages it. */
export function hasStore(): boolean
