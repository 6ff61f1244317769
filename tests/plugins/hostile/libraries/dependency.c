/* A whole library without the entry point: somebody's dependency, put beside the plugins. */
int helpful(void);
__attribute__((visibility("default"))) int helpful(void)
{
    return 42;
}
