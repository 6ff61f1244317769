/* Built for a plugin ABI that is not there yet. */
const void *benchlab_plugin_v2(unsigned host_minor);
__attribute__((visibility("default"))) const void *benchlab_plugin_v2(unsigned host_minor)
{
    (void)host_minor;
    return 0;
}
