package org.reweave.routing.plugin;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Stands for what a user's jar provides, and refuses a null where a service's method gives a value: the code that fails
 * for a null is often far away, and does not know the jar.
 */
final class NoNulls implements InvocationHandler {
    private final Object value;
    private final Class<?> service;
    private final String origin;

    private NoNulls(Object value, Class<?> service, String origin) {
        this.value = value;
        this.service = service;
        this.origin = origin;
    }

    /**
     * The same with its nulls refused.
     *
     * @param service an interface none of whose methods gives null
     * @param origin the jar
     */
    static <T> T in(T value, Class<T> service, String origin) {
        return service.cast(standIn(value, service, origin));
    }

    private static Object standIn(Object value, Class<?> service, String origin) {
        return Proxy.newProxyInstance(
                service.getClassLoader(), new Class<?>[] {service}, new NoNulls(value, service, origin));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object result;
        try {
            result = method.invoke(value, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        if (result == null && method.getReturnType() != void.class) {
            throw new PluginException(origin + ": class " + value.getClass().getName() + ": " + method.getName()
                    + "() gives null where a value is needed; correct the jar or take it away");
        }
        // A value for one case, such as a scheme for one fabric, is asked further.
        return service.isInstance(result) ? standIn(result, service, origin) : result;
    }
}
